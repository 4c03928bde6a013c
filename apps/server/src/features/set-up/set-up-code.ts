import { createHmac, randomBytes } from 'node:crypto'
import { normalizeTypedCode, toTypedCode } from '@talus/node-kit/typed-code'
import { hashToken } from '../auth/index.ts'

/** Five bits each: 80 bits, which no one guesses at a few attempts a minute. */
const characters = 16
const saltBytes = 16

export const createSalt = (): string => randomBytes(saltBytes).toString('base64url')

/**
 * The code of a salt. It is computed from the secret key of the server and not stored, so that every
 * start and every server of a cloud prints the same one, and the database does not contain it.
 */
export const createSetUpCode = (secretKey: string, salt: string): string => {
  const bytes = createHmac('sha256', secretKey).update(`talus set-up ${salt}`).digest()
  return toTypedCode(bytes.subarray(0, characters))
}

/** The hash under which the database stores a code, however it is typed. */
export const hashSetUpCode = (code: string): string => hashToken(normalizeTypedCode(code))

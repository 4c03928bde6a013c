import { createHash, randomInt } from 'node:crypto'
import type { UserId } from '@talus/contract'

/** Without letters and digits that are easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codes = 10
const length = 12

const createCode = () =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)] ?? '').join('')

export const createRecoveryCodes = (): readonly string[] =>
  Array.from({ length: codes }, createCode)

/** In groups of four, as the user reads and types it. */
export const formatRecoveryCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/gu, '$1-')

/** A code has 59 random bits, so that a fast hash is enough; the user makes equal codes differ. */
export const hashRecoveryCode = (userId: UserId, code: string): string =>
  createHash('sha256').update(`${userId} ${code}`).digest('base64url')

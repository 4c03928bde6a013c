import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: nothing in a token can be guessed or read. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of a token. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

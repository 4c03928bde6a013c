import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: a token cannot be guessed and contains no data. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The hash under which the database stores a token. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

import { Refusal } from '@talus/contract'
import { getErrorCode } from '@talus/node-kit/error-code'

/** The database cannot be reached, is full or is busy; the request itself is valid. */
const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ENOSPC',
  'EMFILE',
  'EROFS',
  '57P01',
  '57P03',
  '53300',
  '53100',
])

/** Errors of pg and Kysely for a connection that was lost, which have no code. */
const lostConnection =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Postgres connection has been discarded)/u

/** The database accepts connections and does not answer. */
export class SilentDatabaseError extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(cause?: unknown) {
    super('the database does not answer', { cause })
  }
}

/**
 * Committed records are not certain to be on the disk. They exist nevertheless, so that this is no
 * full disk, after which a file would be removed.
 */
export class UnflushedCommitError extends Error {
  constructor(reason: unknown) {
    const message = reason instanceof Error ? reason.message : String(reason)
    super(`a commit was not flushed to the disk (${message})`)
  }
}

const readSqliteCode = (error: Error): number | undefined => {
  const code: unknown = Reflect.get(error, 'errcode')
  return typeof code === 'number' ? code & 0xff : undefined
}

/** The disk of the database, or of a temporary file, is full; perhaps as the cause of the error. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.cause !== error && isDiskFull(error.cause)) return true
  if (['ENOSPC', 'EDQUOT', '53100'].includes(getErrorCode(error) ?? '')) return true
  // SQLITE_FULL; an error of another thread keeps its message only.
  return readSqliteCode(error) === 13 || /database or disk is full/u.test(error.message)
}

export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof UnflushedCommitError) return true
  if (outageCodes.has(getErrorCode(error) ?? '') || lostConnection.test(error.message)) return true
  // SQLITE_BUSY, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN (which a full disk
  // causes for the files beside the database), and their extended codes.
  return [5, 8, 10, 13, 14].includes(readSqliteCode(error) ?? 0)
}

/** The refusal of a valid request that failed because the database is full or out of reach. */
export function toOutageRefusal(error: unknown): Refusal | undefined {
  if (isDiskFull(error)) return new Refusal('storage/full', { retryAfterSeconds: 30 })
  if (isDatabaseOutage(error)) return new Refusal('server/unavailable', { retryAfterSeconds: 5 })
  return undefined
}

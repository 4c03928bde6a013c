import { Refusal } from '@talus/contract'
import type { ErrorCode, ErrorReply, Language } from '@talus/contract'
import type { z } from 'zod'
import { uniqueViolation } from '../db/unique-violation.ts'
import { fieldText, refusalText, wordsIn } from './words.ts'

/** Turns whatever was thrown into an answer for people; the only place that does. */
export interface Reply {
  readonly status: number
  readonly body: ErrorReply
  readonly retryAfterSeconds?: number
  /** True when it is our fault: such errors are reported, and their text never leaves the server. */
  readonly isUnexpected: boolean
}

const frameworkCodes: Readonly<Record<number, ErrorCode>> = {
  400: 'request/malformed',
  404: 'route/not-found',
  413: 'request/too-large',
  414: 'request/too-large',
  415: 'request/unsupported-type',
  429: 'request/too-many',
}

/** The database cannot be reached, is full or is busy: nothing is wrong with the request. */
const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOSPC',
  'EMFILE',
  'EROFS',
  '57P01',
  '57P03',
  '53300',
  '53100',
])

export class InvalidRequest extends Error {
  readonly issues: readonly z.core.$ZodIssue[]

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('request/invalid')
    this.issues = issues
  }
}

export function replyTo(error: unknown, language: Language): Reply {
  if (error instanceof Refusal) return refusalReply(error, language)
  if (error instanceof InvalidRequest)
    return refusalReply(
      new Refusal('request/invalid', { fields: faultsOf(error.issues) }),
      language,
    )
  const taken = uniqueViolation(error)
  if (taken) {
    const conflicts = taken.columns.filter((column) => column !== 'clinicId').map(fieldName)
    const words = wordsIn(language)
    const values = {
      entity: words(`entities:${taken.table}`),
      field: words(`entities:fields.${conflicts[0]}`),
    }
    return refusalReply(new Refusal('record/exists', { values, conflicts }), language)
  }
  const status = numberOf(error, 'statusCode')
  const code = status === undefined ? undefined : frameworkCodes[status]
  if (code) return refusalReply(new Refusal(code), language)
  const isOutage = isDatabaseOutage(error)
  return {
    ...refusalReply(new Refusal(isOutage ? 'server/unavailable' : 'server/failed'), language),
    isUnexpected: true,
    ...(isOutage ? { retryAfterSeconds: 5 } : {}),
  }
}

function refusalReply({ code, status, options }: Refusal, language: Language): Reply {
  return {
    status,
    isUnexpected: false,
    ...(options.retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: options.retryAfterSeconds }),
    body: {
      code,
      message: refusalText(language, code, options.values),
      ...(options.fields ? { fields: inWords(options.fields, language) } : {}),
      ...(options.conflicts ? { conflicts: options.conflicts } : {}),
    },
  }
}

function faultsOf(issues: readonly z.core.$ZodIssue[]) {
  const faults: Record<string, string> = {}
  for (const issue of issues) {
    const isMissing = issue.code === 'invalid_type' && issue.input === undefined
    // The first fault of a field is the one shown.
    faults[issue.path.join('.')] ??= isMissing ? 'field/required' : issue.message
  }
  return faults
}

const inWords = (faults: Readonly<Record<string, string>>, language: Language) =>
  Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [field, fieldText(language, fault)]),
  )

/** A stored key is not a field that people know. */
const keyedFields: Readonly<Record<string, string>> = {
  usernameKey: 'username',
  phoneKey: 'phone',
  emailKey: 'email',
}
const fieldName = (column: string) => keyedFields[column] ?? column

function numberOf(error: unknown, name: string): number | undefined {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof value === 'number' ? value : undefined
}

function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code === 'string' && outageCodes.has(code)) return true
  const sqliteCode: unknown = Reflect.get(error, 'errcode')
  // SQLITE_BUSY, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, whatever their extended form.
  return typeof sqliteCode === 'number' && [5, 8, 10, 13].includes(sqliteCode & 0xff)
}

import { Refusal } from '@talus/contract'
import type { ErrorCode, ErrorReply, Language, RefusalOptions } from '@talus/contract'
import type { z } from 'zod'
import { toOutageRefusal } from '../db/outage.ts'
import { toUniqueViolation } from '../db/unique-violation.ts'
import { formatFieldFault, formatRefusal, getTranslator } from './translations.ts'

/** The response to a failed request. Only this file turns errors into text for users. */
export interface ErrorResponse {
  readonly status: number
  readonly body: ErrorReply
  readonly retryAfterSeconds?: number
  /**
   * True for a fault of the server: such errors are reported, and their text is never sent to the
   * client.
   */
  readonly isUnexpected: boolean
}

const frameworkCodes: Readonly<Record<number, ErrorCode>> = {
  400: 'request/malformed',
  // A path that leads out of the folder of static files.
  403: 'route/not-found',
  404: 'route/not-found',
  413: 'request/too-large',
  414: 'request/too-large',
  415: 'request/unsupported-type',
  429: 'request/too-many',
}

export class InvalidRequestError extends Error {
  readonly issues: readonly z.core.$ZodIssue[]

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('request/invalid')
    this.issues = issues
  }
}

export function createErrorReply(error: unknown, language: Language): ErrorResponse {
  if (error instanceof Refusal) return refusalReply(error, language)
  if (error instanceof InvalidRequestError)
    return refusalReply(
      new Refusal('request/invalid', { fields: collectFaults(error.issues) }),
      language,
    )
  const violation = toUniqueViolation(error)
  if (violation) {
    const conflicts = violation.columns
      .filter((column) => !scopeColumns.has(column))
      .map(toFieldName)
    const values = {
      entity: translateName(language, violation.table, 'record'),
      field: translateName(language, `fields.${conflicts[0]}`, 'fields.value'),
    }
    return refusalReply(new Refusal('record/exists', { values, conflicts }), language)
  }
  const status = readNumber(error, 'statusCode')
  const code = status === undefined ? undefined : frameworkCodes[status]
  if (code) return refusalReply(new Refusal(code), language)
  const refusal = toOutageRefusal(error) ?? new Refusal('server/failed')
  return { ...refusalReply(refusal, language), isUnexpected: true }
}

function refusalReply({ code, status, options }: Refusal, language: Language): ErrorResponse {
  return {
    status,
    isUnexpected: false,
    ...(options.retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: options.retryAfterSeconds }),
    body: {
      code,
      message: formatRefusal(language, code, options.values),
      ...(options.fields ? { fields: translateFaults(options, language) } : {}),
      ...(options.conflicts ? { conflicts: options.conflicts } : {}),
      ...(options.radCase ? { radCase: options.radCase } : {}),
    },
  }
}

function collectFaults(issues: readonly z.core.$ZodIssue[]) {
  const faults: Record<string, string> = {}
  for (const issue of issues) {
    const isMissing = issue.code === 'invalid_type' && issue.input === undefined
    // The first fault of a field is the one shown.
    faults[issue.path.join('.')] ??= isMissing ? 'field/required' : issue.message
  }
  return faults
}

const translateFaults = (
  { fields = {}, fieldValues = {} }: Pick<RefusalOptions, 'fields' | 'fieldValues'>,
  language: Language,
) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, fault]) => [
      field,
      formatFieldFault(language, fault, fieldValues[field]),
    ]),
  )

/** Users know the field, not the key column that is derived from it. */
const keyedFields: Readonly<Record<string, string>> = {
  usernameKey: 'username',
  phoneKey: 'phone',
  emailKey: 'email',
}
/** Columns within which a value has to be unique; a user does not enter them. */
const scopeColumns = new Set(['clinicId', 'studyId', 'bridgeId', 'dicomServerId', 'speciesId'])

/** Users never see the name of a table or a column that has no translation. */
function translateName(language: Language, key: string, otherwise: string): string {
  const translate = getTranslator(language)
  return translate(`entities:${key}`, { defaultValue: translate(`entities:${otherwise}`) })
}

const toFieldName = (column: string) => keyedFields[column] ?? column

function readNumber(error: unknown, name: string): number | undefined {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof value === 'number' ? value : undefined
}

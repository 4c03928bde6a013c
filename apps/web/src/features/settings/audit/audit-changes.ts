import type { AuditEvent } from '@talus/contract'

export interface ChangedField {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

export interface AuditChanges {
  /** Whether there are two sides to compare, or only what was made or removed. */
  readonly isComparison: boolean
  readonly fields: readonly ChangedField[]
}

/** Numbers by which the database joins its tables; to people they say nothing. */
const internal = new Set(['id', 'permissionProfileId'])

export function changesOf({ before, after }: Pick<AuditEvent, 'before' | 'after'>): AuditChanges {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const fields = [...names]
    .filter((field) => !internal.has(field))
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
  return { isComparison: before !== null && after !== null, fields }
}

import type { AuditEvent } from '@talus/contract'

export interface ChangedField {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

export interface AuditChanges {
  /** True if there are values before and after; false for a record that was created or removed. */
  readonly isComparison: boolean
  readonly fields: readonly ChangedField[]
}

/** Keys of database tables, which mean nothing to users. */
const internalFields = new Set(['id', 'permissionProfileId'])

export function listChanges({ before, after }: Pick<AuditEvent, 'before' | 'after'>): AuditChanges {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const fields = [...names]
    .filter((field) => !internalFields.has(field))
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
  return { isComparison: before !== null && after !== null, fields }
}

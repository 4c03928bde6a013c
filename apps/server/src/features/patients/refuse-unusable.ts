import { refuse } from '@talus/contract'
import type { OwnerId, PatientId } from '@talus/contract'

/** Nothing is merged with, moved to, or filed under a record that was merged or deleted itself. */
export function refuseUnusable(row: {
  readonly mergedIntoId: PatientId | OwnerId | null
  readonly status: string
}): void {
  if (row.mergedIntoId !== null) refuse('reassign/merged')
  if (row.status !== 'Active') refuse('reassign/inactive')
}

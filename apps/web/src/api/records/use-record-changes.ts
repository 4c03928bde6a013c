import type { ClinicId } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { applyRevision } from './apply-revision.ts'
import { recordKeys } from './keys.ts'
import { watchRevision } from './watch-revision.ts'

/** The records whose changes increment the revision of a clinic. */
const changedRecords = [recordKeys.studies, recordKeys.patients, recordKeys.owners, recordKeys.tray]

/**
 * Fetches the shown studies, images, patients and owners again when another user or a device
 * changes records of the clinic.
 */
export function useRecordChanges(
  clinicId: ClinicId | undefined,
  changed: readonly QueryKey[] = changedRecords,
) {
  const client = useQueryClient()
  useEffect(() => {
    if (clinicId === undefined) return undefined
    return watchRevision(
      { kind: 'changes', clinicId },
      (revision) => void applyRevision(client, clinicId, changed, revision),
    )
  }, [client, clinicId, changed])
}

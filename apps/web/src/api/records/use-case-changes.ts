import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { applyRevision } from './apply-revision.ts'
import { recordKeys } from './keys.ts'
import { watchRevision } from './watch-revision.ts'

const changedRecords = [recordKeys.cases]

/** Fetches the shown cases again when another user changes a case in reach, of any clinic. */
export function useCaseChanges() {
  const client = useQueryClient()
  useEffect(
    () =>
      watchRevision(
        { kind: 'cases' },
        (revision) => void applyRevision(client, 'cases', changedRecords, revision),
      ),
    [client],
  )
}

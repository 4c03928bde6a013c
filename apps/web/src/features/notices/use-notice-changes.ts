import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { applyRevision } from '../../api/records/apply-revision.ts'
import { recordKeys } from '../../api/records/keys.ts'
import { watchRevision } from '../../api/records/watch-revision.ts'

const changedRecords = [recordKeys.caseNotices]

/** Fetches bell and critical findings again when a case changes or a notice arrives. */
export function useNoticeChanges(isFollowed: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isFollowed) return undefined
    return watchRevision(
      { kind: 'cases' },
      (revision) => void applyRevision(client, 'cases', changedRecords, revision),
    )
  }, [client, isFollowed])
}

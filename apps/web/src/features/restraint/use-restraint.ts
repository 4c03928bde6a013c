import type { Restraint, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { restraintQueries } from './restraint.queries.ts'

const emptyRestraint: Restraint = { holders: '', isSedated: false }

/**
 * Saves the selection when the panel closes, not name by name: the server fills in exposures
 * without holders with the first value it gets, and they would name only the first of two holders.
 */
export function useRestraint(studyId: StudyId) {
  const client = useQueryClient()
  const query = restraintQueries.ofStudy(studyId)
  const { data: saved } = useQuery(query)
  const [draft, setDraft] = useState<Restraint>()
  const save = useMutation({
    mutationFn: (body: Restraint) =>
      call(routes.study.setRestraint, { params: { id: studyId }, body }),
    // Saves run one after another, so that the last one wins.
    scope: { id: `restraint-${studyId}` },
    meta: { showsOwnError: true },
    onSuccess: (now, sent) => {
      client.setQueryData(query.queryKey, now)
      setDraft((current) => (current === sent ? undefined : current))
    },
  })
  const commit = () => {
    if (draft !== undefined) save.mutate(draft)
  }
  // Saves pending changes when the page is left or unloaded.
  const latest = useRef(commit)
  useEffect(() => {
    latest.current = commit
  })
  useEffect(() => {
    const leave = () => latest.current()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return {
    value: draft ?? saved ?? emptyRestraint,
    isLoaded: saved !== undefined,
    choose: (change: Partial<Restraint>) =>
      setDraft({ ...(draft ?? saved ?? emptyRestraint), ...change }),
    commit,
    isSaving: save.isPending,
    error: save.error,
  }
}

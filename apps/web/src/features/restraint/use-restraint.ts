import type { Restraint, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { restraintQueries } from './restraint.queries.ts'

const silent: Restraint = { holders: '', isSedated: false }

/**
 * What is chosen is saved when the choice is finished, not name by name: exposures that say nothing
 * yet take the first thing that is said, and would otherwise name the first of two people.
 */
export function useRestraint(studyId: StudyId) {
  const client = useQueryClient()
  const query = restraintQueries.ofStudy(studyId)
  const { data: saved } = useQuery(query)
  const [draft, setDraft] = useState<Restraint>()
  const save = useMutation({
    mutationFn: (body: Restraint) =>
      call(routes.study.setRestraint, { params: { id: studyId }, body }),
    // One after the other: the last choice is the one that stays.
    scope: { id: `restraint-${studyId}` },
    meta: { showsOwnError: true },
    onSuccess: (now, sent) => {
      client.setQueryData(query.queryKey, now)
      setDraft((held) => (held === sent ? undefined : held))
    },
  })
  const commit = () => {
    if (draft !== undefined) save.mutate(draft)
  }
  // A page that goes while names are being chosen takes them along.
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
    value: draft ?? saved ?? silent,
    isLoaded: saved !== undefined,
    choose: (change: Partial<Restraint>) => setDraft({ ...(draft ?? saved ?? silent), ...change }),
    commit,
    isSaving: save.isPending,
    error: save.error,
  }
}

import type { Restraint, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { restraintQueries } from './restraint.queries.ts'

const emptyRestraint: Restraint = { holders: '', isSedated: false }

/**
 * Saves each choice at once: an exposure records the restraint of its own moment, and it may come
 * while the panel is still open.
 */
export function useRestraint(studyId: StudyId) {
  const client = useQueryClient()
  const query = restraintQueries.ofStudy(studyId)
  const { data: saved } = useQuery(query)
  const [draft, setDraft] = useState<Restraint>()
  const save = useMutation({
    mutationFn: (body: Restraint) =>
      call(
        routes.study.setRestraint,
        { params: { id: studyId }, body },
        { isQuiet: true, outlivesPage: true },
      ),
    // Saves run one after another, so that the last one wins.
    scope: { id: `restraint-${studyId}` },
    meta: { showsOwnError: true },
    onSuccess: (now, sent) => {
      client.setQueryData(query.queryKey, now)
      setDraft((current) => (current === sent ? undefined : current))
    },
  })
  const value = draft ?? saved ?? emptyRestraint
  return {
    value,
    isLoaded: saved !== undefined,
    choose: (change: Partial<Restraint>) => {
      const next = { ...value, ...change }
      setDraft(next)
      save.mutate(next)
    },
    /** Saves a choice again that could not be saved. */
    retry: () => {
      if (draft !== undefined) save.mutate(draft)
    },
    error: save.error,
  }
}

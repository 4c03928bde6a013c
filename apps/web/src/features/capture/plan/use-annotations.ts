import type { CountedAnnotation, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, wordsOf } from '../../../api/call.ts'
import { perTab } from '../../../browser-storage.ts'
import { showError } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { captureQueries } from '../capture.queries.ts'
import { inOrder, keyOf, stillSelected } from './annotations.ts'
import type { CaptureModality, Named } from './annotations.ts'

type Draft = Named & Pick<CountedAnnotation, 'animalSize'>
const none: readonly CountedAnnotation[] = []

/** A reload comes back to the same annotation; it is forgotten with the tab. */
const memory = (studyId: StudyId) => `capture-annotation-${studyId}`

/** What is planned and what has been taken, and which of it is the next exposure. */
export function useAnnotations(studyId: StudyId, modality: CaptureModality) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = captureQueries.annotations(studyId)
  const { data, isPending, isError, refetch } = useQuery(query)
  const [selectedKey, setSelectedKey] = useState(() => perTab.read(memory(studyId)))
  const annotations = inOrder(data ?? none, modality)
  const selected = stillSelected(annotations, selectedKey, modality)

  const keep = selected && keyOf(selected, modality)
  // The first one of the list is a choice, too: what is added before it later must not take its place.
  if (keep !== undefined && keep !== selectedKey) setSelectedKey(keep)
  useEffect(() => {
    if (keep !== undefined) perTab.write(memory(studyId), keep)
  }, [keep, studyId])
  // Gone with the page; a reload does not come by here.
  useEffect(() => () => perTab.write(memory(studyId), undefined), [studyId])
  const select = (annotation: Named) => setSelectedKey(keyOf(annotation, modality))
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })

  /** All of them, or as many as the server takes; what failed is said once. */
  const add = async (drafts: readonly Draft[]) => {
    try {
      for (const body of drafts) {
        const stored = await call(routes.study.addAnnotation, { params: { id: studyId }, body })
        client.setQueryData(query.queryKey, (now = []) => [...now, { ...stored, images: 0 }])
      }
    } catch {
      toast.error(t('capture:add.failed'))
    } finally {
      await refresh()
    }
  }

  const remove = async (gone: readonly Pick<CountedAnnotation, 'id'>[]) => {
    const ids = gone.flatMap(({ id }) => (id === null ? [] : [id]))
    client.setQueryData(query.queryKey, (now = []) =>
      now.filter(({ id }) => id === null || !ids.includes(id)),
    )
    try {
      for (const annotationId of ids)
        await call(routes.study.removeAnnotation, { params: { id: studyId, annotationId } })
    } catch (error) {
      showError(wordsOf(error))
    } finally {
      await refresh()
    }
  }

  return {
    annotations,
    /** As somebody else has it from the server. */
    replace: (all: readonly CountedAnnotation[]) => client.setQueryData(query.queryKey, [...all]),
    isPending,
    isError,
    retry: () => void refetch(),
    selected,
    select,
    add,
    remove,
    refresh,
  }
}

export type Annotations = ReturnType<typeof useAnnotations>

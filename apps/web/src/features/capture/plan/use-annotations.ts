import type { CountedAnnotation, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, getErrorMessage } from '../../../api/call.ts'
import { tabStorage } from '../../../browser-storage.ts'
import { showError } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { captureQueries } from '../capture.queries.ts'
import { sortAnnotations, getAnnotationKey, getSelectedAnnotation } from './annotations.ts'
import type { CaptureModality, PartAndView } from './annotations.ts'

type Draft = PartAndView & Pick<CountedAnnotation, 'animalSize'>
const none: readonly CountedAnnotation[] = []

/** The selection is stored per tab, so that it survives a reload. */
const getStorageKey = (studyId: StudyId) => `capture-annotation-${studyId}`

/** The planned and captured annotations of a study; the selected one is the next exposure. */
export function useAnnotations(studyId: StudyId, modality: CaptureModality) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = captureQueries.annotations(studyId)
  const { data, isPending, isError, refetch } = useQuery(query)
  const [selectedKey, setSelectedKey] = useState(() => tabStorage.read(getStorageKey(studyId)))
  const annotations = sortAnnotations(data ?? none, modality)
  const selected = getSelectedAnnotation(annotations, selectedKey, modality)

  const currentKey = selected && getAnnotationKey(selected, modality)
  // The default selection is stored as well: an annotation that is inserted before it later must
  // not replace it.
  if (currentKey !== undefined && currentKey !== selectedKey) setSelectedKey(currentKey)
  useEffect(() => {
    if (currentKey !== undefined) tabStorage.write(getStorageKey(studyId), currentKey)
  }, [currentKey, studyId])
  // Cleared when the user leaves the page; a reload does not run this clean-up.
  useEffect(() => () => tabStorage.write(getStorageKey(studyId), undefined), [studyId])
  const select = (annotation: PartAndView) => setSelectedKey(getAnnotationKey(annotation, modality))
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })

  /** Adds the drafts in order and stops at the first failure, which is reported once. */
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

  const remove = async (removed: readonly Pick<CountedAnnotation, 'id'>[]) => {
    const ids = removed.flatMap(({ id }) => (id === null ? [] : [id]))
    client.setQueryData(query.queryKey, (now = []) =>
      now.filter(({ id }) => id === null || !ids.includes(id)),
    )
    try {
      for (const annotationId of ids)
        await call(routes.study.removeAnnotation, { params: { id: studyId, annotationId } })
    } catch (error) {
      showError(getErrorMessage(error))
    } finally {
      await refresh()
    }
  }

  return {
    annotations,
    /** Replaces the list with one that the caller has received from the server. */
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

export type AnnotationPlan = ReturnType<typeof useAnnotations>

import type { CountedAnnotation, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, getErrorMessage } from '../../../api/call.ts'
import { markStale } from '../../../api/records/mark-stale.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { tabStorage } from '../../../browser-storage.ts'
import { showError } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { fresh, ownError } from '../query-behavior.ts'
import { sortAnnotations, getAnnotationKey, getSelectedAnnotation } from './annotations.ts'
import type { CaptureModality, PartAndView } from './annotations.ts'

type SavedId = NonNullable<CountedAnnotation['id']>
type Size = NonNullable<CountedAnnotation['animalSize']>
type Draft = PartAndView & Pick<CountedAnnotation, 'animalSize'>
const none: readonly CountedAnnotation[] = []

/** The selection is stored per tab, so that it survives a reload. */
const getStorageKey = (studyId: StudyId) => `capture-annotation-${studyId}`

/** The planned and captured annotations of a study; the selected one is the next exposure. */
export function useAnnotations(studyId: StudyId, modality: CaptureModality) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = studyQueries.annotations(studyId)
  const { data, isPending, isError, refetch } = useQuery({ ...query, ...fresh, ...ownError })
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
  const meta = { ...ownError.meta, makesStale: [query.queryKey] }

  /** Adds the drafts in order and stops at the first failure, which is reported once. */
  const adding = useMutation({
    mutationFn: async (drafts: readonly Draft[]) => {
      for (const body of drafts) {
        const stored = await call(routes.study.addAnnotation, { params: { id: studyId }, body })
        client.setQueryData(query.queryKey, (now = []) => [...now, { ...stored, images: 0 }])
      }
    },
    onError: () => toast.error(t('capture:add.failed')),
    meta,
  })

  const resizing = useMutation({
    // Shown at once and sent in order: of two quick presses, the second one counts.
    scope: { id: `resize-annotation-${studyId}` },
    onMutate: ({ id, size }) => {
      client.setQueryData(query.queryKey, (now = []) =>
        now.map((one) => (one.id === id ? { ...one, animalSize: size } : one)),
      )
    },
    mutationFn: ({ id, size }: { readonly id: SavedId; readonly size: Size }) =>
      call(routes.study.resizeAnnotation, {
        params: { id: studyId, annotationId: id },
        body: { animalSize: size },
      }),
    onError: (error) => showError(getErrorMessage(error)),
    meta,
  })

  const removing = useMutation({
    onMutate: (ids) => {
      client.setQueryData(query.queryKey, (now = []) =>
        now.filter(({ id }) => id === null || !ids.includes(id)),
      )
    },
    mutationFn: async (ids: readonly SavedId[]) => {
      for (const annotationId of ids)
        await call(routes.study.removeAnnotation, { params: { id: studyId, annotationId } })
    },
    onError: (error) => showError(getErrorMessage(error)),
    meta,
  })

  return {
    annotations,
    /** Replaces the list with one that the caller has received from the server. */
    replace: (all: readonly CountedAnnotation[]) => client.setQueryData(query.queryKey, [...all]),
    isPending,
    isError,
    retry: () => void refetch(),
    selected,
    select,
    add: (drafts: readonly Draft[]) => adding.mutateAsync(drafts).catch(() => undefined),
    remove: (removed: readonly Pick<CountedAnnotation, 'id'>[]) =>
      removing
        .mutateAsync(removed.flatMap(({ id }) => (id === null ? [] : [id])))
        .catch(() => undefined),
    /** Changes the size for the next exposure of a planned annotation. */
    resize: ({ id }: Pick<CountedAnnotation, 'id'>, size: Size) => {
      const now = client.getQueryData(query.queryKey)?.find((one) => one.id === id)
      if (id !== null && now?.animalSize !== size) resizing.mutate({ id, size })
    },
    refresh: () => markStale(client, [query.queryKey]),
  }
}

export type AnnotationPlan = ReturnType<typeof useAnnotations>

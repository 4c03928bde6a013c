import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ActionDispatch } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import {
  noOwner,
  noPatient,
  ownerQueries,
  patientQueries,
  studyQueries,
} from './registration.queries.ts'
import type { Selection, SelectionEvent } from './selection.ts'

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** The records behind the selection. */
export function useSubject(
  clinic: SelectedClinic,
  selection: Selection,
  dispatch: ActionDispatch<[event: SelectionEvent]>,
) {
  const { ownerId, patientId, studyId } = selection
  const hasOwner = ownerId !== undefined
  const hasPatient = patientId !== undefined
  const owner = useQuery({ ...ownerQueries.one(ownerId ?? noOwner), enabled: hasOwner })
  const animals = useQuery({
    ...patientQueries.ofOwner(clinic.id, ownerId ?? noOwner),
    enabled: hasOwner,
  })
  const listed = animals.data?.find(({ id }) => id === patientId)
  const alone = useQuery({
    ...patientQueries.one(patientId ?? noPatient),
    // Somebody without an owner, or who is no longer among the owner's animals.
    enabled: hasPatient && !listed && !animals.isLoading,
  })
  const studies = useQuery({
    ...studyQueries.ofPatient(patientId ?? noPatient),
    enabled: hasPatient,
  })
  const { data: known } = animals
  useEffect(() => {
    if (ownerId !== undefined && known)
      dispatch({ type: 'patientsOf', ownerId, patientIds: known.map(({ id }) => id) })
  }, [dispatch, ownerId, known])

  const isGone = (hasOwner && isMissing(owner.error)) || (hasPatient && isMissing(alone.error))
  useEffect(() => {
    if (isGone) dispatch({ type: 'gone' })
  }, [dispatch, isGone])

  return {
    owner: hasOwner ? owner.data : undefined,
    animals: hasOwner ? animals.data : undefined,
    patient: hasPatient ? (listed ?? alone.data) : undefined,
    studies: hasPatient ? studies.data : undefined,
    study: studies.data?.find(({ id }) => hasPatient && id === studyId),
  }
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ActionDispatch } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { ownerQueries } from '../../api/records/owner.ts'
import { patientQueries } from '../../api/records/patient.ts'
import { studyQueries } from '../../api/records/study.ts'
import type { Selection, SelectionEvent } from './selection.ts'

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** Loads the records of the selection. */
export function useSelectedRecords(
  clinic: SelectedClinic,
  selection: Selection,
  dispatch: ActionDispatch<[event: SelectionEvent]>,
) {
  const { ownerId, patientId, studyId } = selection
  const hasOwner = ownerId !== undefined
  const hasPatient = patientId !== undefined
  const owner = useQuery(ownerQueries.one(ownerId))
  const patients = useQuery(patientQueries.ofOwner(clinic.id, ownerId))
  const listed = patients.data?.find(({ id }) => id === patientId)
  const single = useQuery({
    ...patientQueries.one(patientId),
    // A patient without an owner, or one that is no longer in the owner's list.
    enabled: hasPatient && !listed && !patients.isLoading,
  })
  const studies = useQuery(studyQueries.ofPatient(patientId))
  const { data: known } = patients
  useEffect(() => {
    if (ownerId !== undefined && known)
      dispatch({ type: 'patientsLoaded', ownerId, patientIds: known.map(({ id }) => id) })
  }, [dispatch, ownerId, known])

  const isRemoved = (hasOwner && isMissing(owner.error)) || (hasPatient && isMissing(single.error))
  useEffect(() => {
    if (isRemoved) dispatch({ type: 'removed' })
  }, [dispatch, isRemoved])

  return {
    owner: hasOwner ? owner.data : undefined,
    patients: hasOwner ? patients.data : undefined,
    patient: hasPatient ? (listed ?? single.data) : undefined,
    studies: hasPatient ? studies.data : undefined,
    study: studies.data?.find(({ id }) => hasPatient && id === studyId),
  }
}

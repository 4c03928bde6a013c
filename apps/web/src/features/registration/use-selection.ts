import { ClinicId, OwnerId, PatientId, StudyId, UserId } from '@talus/contract'
import { useEffect, useReducer } from 'react'
import { z } from 'zod'
import { tabStorage } from '../../browser-storage.ts'
import { emptySelection, reduceSelection } from './selection.ts'
import type { Selection } from './selection.ts'

const key = 'registration'

const StoredSelection = z.object({
  userId: UserId,
  clinicId: ClinicId,
  ownerId: OwnerId.optional(),
  patientId: PatientId.optional(),
  studyId: StudyId.optional(),
})

interface SelectionScope {
  readonly userId: UserId
  readonly clinicId: ClinicId
}

/**
 * Reads the stored ids, only for the same user in the same clinic: another user may use the tab.
 */
function readStored({ userId, clinicId }: SelectionScope): Selection {
  try {
    const found = StoredSelection.parse(JSON.parse(tabStorage.read(key) ?? 'null'))
    if (found.userId !== userId || found.clinicId !== clinicId) return emptySelection
    const { ownerId, patientId, studyId } = found
    return { ownerId, patientId, studyId: patientId === undefined ? undefined : studyId }
  } catch {
    return emptySelection
  }
}

/**
 * Forgets the selection when the examination of the patient begins: the next user of the page must
 * not start with the patient who was examined before.
 */
export const forgetSelection = () => tabStorage.write(key, undefined)

/** The selection survives navigation and reload until the examination; it is stored per tab. */
export function useSelection({ userId, clinicId }: SelectionScope) {
  const [selection, dispatch] = useReducer(reduceSelection, { userId, clinicId }, readStored)
  useEffect(() => {
    tabStorage.write(key, JSON.stringify({ userId, clinicId, ...selection }))
  }, [userId, clinicId, selection])
  return [selection, dispatch] as const
}

import { ClinicId, OwnerId, PatientId, StudyId, UserId } from '@talus/contract'
import { useEffect, useReducer } from 'react'
import { z } from 'zod'
import { perTab } from '../../browser-storage.ts'
import { nothingSelected, select } from './selection.ts'
import type { Selection } from './selection.ts'

const key = 'registration'

const Kept = z.object({
  userId: UserId,
  clinicId: ClinicId,
  ownerId: OwnerId.optional(),
  patientId: PatientId.optional(),
  studyId: StudyId.optional(),
})

interface Place {
  readonly userId: UserId
  readonly clinicId: ClinicId
}

/** Numbers only, and only for the same person in the same clinic: the tab may change hands. */
function kept({ userId, clinicId }: Place): Selection {
  try {
    const found = Kept.parse(JSON.parse(perTab.read(key) ?? 'null'))
    if (found.userId !== userId || found.clinicId !== clinicId) return nothingSelected
    const { ownerId, patientId, studyId } = found
    return { ownerId, patientId, studyId: patientId === undefined ? undefined : studyId }
  } catch {
    return nothingSelected
  }
}

/** The selection outlives another page and a reload, and goes with the tab. */
export function useSelection({ userId, clinicId }: Place) {
  const [selection, dispatch] = useReducer(select, { userId, clinicId }, kept)
  useEffect(() => {
    perTab.write(key, JSON.stringify({ userId, clinicId, ...selection }))
  }, [userId, clinicId, selection])
  return [selection, dispatch] as const
}

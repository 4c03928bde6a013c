import type { PatientId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { recordKeys } from '../../../api/records/keys.ts'
import { useSession } from '../../../api/session.ts'
import { createUid } from './dicom-uid.ts'
import type { Modality, StartPlan } from './start-rules.ts'

interface Attempt {
  readonly patientId: PatientId
  readonly modality: Modality
  readonly studyInstanceUID: string
  readonly sopInstanceUID: string
}

interface StartRequest {
  readonly patientId: PatientId
  /** Waits for pending data and plans the start; undefined if the user has given up. */
  readonly plan: () => Promise<
    { readonly start: StartPlan; readonly modality: Modality } | undefined
  >
}

/** Starts or continues a study and opens the capture page. */
export function useStartStudy(clinic: SelectedClinic, onStarted: () => void) {
  const navigate = useNavigate()
  const { user } = useSession()
  /** A retry after a lost response sends the same UIDs, so that no second study is created. */
  const attempt = useRef<Attempt>(undefined)

  const getAttempt = (patientId: PatientId, modality: Modality): Attempt => {
    const last = attempt.current
    if (last?.patientId === patientId && last.modality === modality) return last
    return { patientId, modality, studyInstanceUID: createUid(), sopInstanceUID: createUid() }
  }

  return useMutation({
    mutationFn: async ({ patientId, plan }: StartRequest) => {
      const planned = await plan()
      if (!planned) return undefined
      const { start, modality } = planned
      if (start.label === 'AddImages' && start.study) return { modality, studyId: start.study.id }
      attempt.current = getAttempt(patientId, modality)
      const body = {
        ...attempt.current,
        createdOn: new Date().toISOString(),
        clinicId: clinic.id,
        userId: user.id,
        reuseToday: true,
      }
      const study = await call(routes.study.create, { body })
      attempt.current = undefined
      return { modality, studyId: study.id }
    },
    onSuccess: (started) => {
      if (!started) return
      onStarted()
      void navigate(`/${started.modality.toLowerCase()}?studyId=${started.studyId}`)
    },
    meta: { makesStale: [recordKeys.studies] },
  })
}

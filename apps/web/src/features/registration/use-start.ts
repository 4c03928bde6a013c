import type { PatientId, Study } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { useSession } from '../../api/session.ts'
import { newUid } from './dicom-uid.ts'
import { studiesChanged } from './registration.queries.ts'
import type { Modality, Start } from './start-rules.ts'

interface Attempt {
  readonly patientId: PatientId
  readonly modality: Modality
  readonly studyInstanceUID: string
  readonly sopInstanceUID: string
}

interface Asked {
  readonly patientId: PatientId
  /** What there is to do, or nothing after all; it waits for what is not known yet. */
  readonly plan: () => Promise<{ readonly start: Start; readonly modality: Modality } | undefined>
}

/** Begins or goes on with a study, and leads to where the exposures are made. */
export function useStart(clinic: SelectedClinic, onStarted: (study: Study) => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { user } = useSession()
  /** A second try after a lost answer names the same study, so that there are never two. */
  const attempt = useRef<Attempt>(undefined)

  const uidsOf = (patientId: PatientId, modality: Modality): Attempt => {
    const last = attempt.current
    if (last?.patientId === patientId && last.modality === modality) return last
    return { patientId, modality, studyInstanceUID: newUid(), sopInstanceUID: newUid() }
  }

  return useMutation({
    mutationFn: async ({ patientId, plan }: Asked) => {
      const planned = await plan()
      if (!planned) return undefined
      const { start, modality } = planned
      if (start.label === 'AddImages' && start.study) return { modality, studyId: start.study.id }
      attempt.current = uidsOf(patientId, modality)
      const body = {
        ...attempt.current,
        createdOn: new Date().toISOString(),
        clinicId: clinic.id,
        userId: user.id,
        reuseToday: true,
      }
      const begun = await call(routes.study.create, { body })
      attempt.current = undefined
      onStarted(begun)
      void studiesChanged(client)
      return { modality, studyId: begun.id }
    },
    onSuccess: (begun) => {
      if (!begun) return
      void navigate(`/${begun.modality.toLowerCase()}?studyId=${begun.studyId}`)
    },
  })
}

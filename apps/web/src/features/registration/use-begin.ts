import type { Sensor, Study } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { sensorQuery } from '../../api/sensors.ts'
import { day } from '../../ui/dates.ts'
import { validateDevices } from '../devices/index.ts'
import { studyQueries } from './registration.queries.ts'
import type { Selection } from './selection.ts'
import { modalitiesOf, obstacleTo, startOf } from './start-rules.ts'
import type { Modality } from './start-rules.ts'
import { useModality } from './use-modality.ts'
import { useStart } from './use-start.ts'

interface Subject {
  readonly clinic: SelectedClinic
  readonly today: string
  readonly selection: Selection
  readonly isPatientKnown: boolean
  readonly studies: readonly Study[] | undefined
  readonly onStarted: (study: Study) => void
}

const none: readonly never[] = []

/** What the start button does now, or why it does nothing. */
export function useBegin(subject: Subject) {
  const { clinic, today, selection, studies } = subject
  const { patientId } = selection
  const { t } = useTranslation()
  const client = useQueryClient()
  const sensors = useQuery(sensorQuery)
  const { modalityOf, choose } = useModality()
  const starting = useStart(clinic, subject.onStarted)

  const planOf = (registered: readonly Sensor[], known: readonly Study[]) => {
    const dayOf = (instant: string) => day(instant, clinic.timeZone)
    const start = startOf(known, selection.studyId, { today, dayOf })
    const goesOn = start.label === 'AddImages' ? start.study : undefined
    const modalities = modalitiesOf(registered)
    return { start, goesOn, modalities, modality: modalityOf(modalities, goesOn) }
  }
  const plan = planOf(sensors.data ?? none, studies ?? none)
  const sensorState = () => {
    if (sensors.isError) return 'silent'
    if (!sensors.data) return 'loading'
    return plan.modalities.length > 0 ? 'there' : 'none'
  }
  const obstacle = obstacleTo({
    isVeterinary: clinic.clinicType === 'Veterinary',
    hasOwner: selection.ownerId !== undefined,
    hasPatient: patientId !== undefined,
    sensors: sensorState(),
    isKnown: studies !== undefined && subject.isPatientKnown,
  })

  const begin = () => {
    if ((obstacle && obstacle !== 'checking') || patientId === undefined) return
    if (starting.isPending) return
    starting.mutate({
      patientId,
      // A hand is quicker than an answer: its press waits for what is still being asked for.
      plan: async () => {
        const [registered, known] = await Promise.all([
          client.query({ ...sensorQuery, staleTime: 'static' }),
          client.query({ ...studyQueries.ofPatient(patientId), staleTime: 'static' }),
        ])
        const { start, modality } = planOf(registered, known)
        if (!modality) throw new Error(t('registration:obstacle.noSensor'))
        // Before anything is begun: a study that nobody can expose for would stay empty.
        return (await validateDevices(modality)) ? { start, modality } : undefined
      },
    })
  }
  return {
    ...plan,
    obstacle,
    begin,
    setModality: (modality: Modality) => choose(modality, plan.goesOn),
    isStarting: starting.isPending,
  }
}

import type { Sensor, Study } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { sensorQuery } from '../../../api/sensors.ts'
import { formatDay } from '../../../ui/format/dates.ts'
import { useSensor, validateDevices } from '../../devices/index.ts'
import type { Selection } from '../selection.ts'
import { listModalities, getStartObstacle, planStart } from './start-rules.ts'
import type { Modality } from './start-rules.ts'
import { useModality } from './use-modality.ts'
import { useStartStudy } from './use-start-study.ts'

interface StartButtonOptions {
  readonly clinic: SelectedClinic
  readonly today: string
  readonly selection: Selection
  readonly isPatientKnown: boolean
  readonly studies: readonly Study[] | undefined
  readonly onStarted: () => void
}

const none: readonly never[] = []

/** Determines what the start button does, or why it is disabled. */
export function useStartButton(subject: StartButtonOptions) {
  const { clinic, today, selection, studies } = subject
  const { patientId } = selection
  const { t } = useTranslation()
  const client = useQueryClient()
  const sensors = useQuery(sensorQuery)
  const { getModality, choose } = useModality()
  const starting = useStartStudy(clinic, subject.onStarted)

  const planStartWith = (registered: readonly Sensor[], known: readonly Study[]) => {
    const dayOf = (instant: string) => formatDay(instant, clinic.timeZone)
    const start = planStart(known, selection.studyId, { today, dayOf })
    const continuedStudy = start.label === 'AddImages' ? start.study : undefined
    const modalities = listModalities(registered)
    return { start, continuedStudy, modalities, modality: getModality(modalities, continuedStudy) }
  }
  const plan = planStartWith(sensors.data ?? none, studies ?? none)
  const sensor = useSensor(plan.modality ?? 'General')
  const getSensorState = () => {
    if (sensors.isError) return 'unreachable'
    if (!sensors.data) return 'loading'
    if (plan.modalities.length === 0) return 'none'
    // The bridge does not answer; the connection is tried again every few seconds.
    return sensor.sensor && !sensor.isConnecting && !sensor.isStreamOpen
      ? 'disconnected'
      : 'available'
  }
  const obstacle = getStartObstacle({
    isVeterinary: clinic.clinicType === 'Veterinary',
    hasOwner: selection.ownerId !== undefined,
    hasPatient: patientId !== undefined,
    sensors: getSensorState(),
    isLoaded: studies !== undefined && subject.isPatientKnown,
  })

  const startStudy = () => {
    if ((obstacle && obstacle !== 'checking') || patientId === undefined) return
    if (starting.isPending) return
    starting.mutate({
      patientId,
      // The user may press before all data is loaded: the press waits for the pending requests.
      plan: async () => {
        const [registered, known] = await Promise.all([
          client.query({ ...sensorQuery, staleTime: 'static' }),
          client.query({ ...studyQueries.ofPatient(patientId), staleTime: 'static' }),
        ])
        const { start, modality } = planStartWith(registered, known)
        if (!modality) throw new Error(t('registration:obstacle.noSensor'))
        // Checked before the study is created: without working devices it would stay empty.
        return (await validateDevices(modality)) ? { start, modality } : undefined
      },
    })
  }
  return {
    ...plan,
    obstacle,
    startStudy,
    setModality: (modality: Modality) => choose(modality, plan.continuedStudy),
    isStarting: starting.isPending,
  }
}

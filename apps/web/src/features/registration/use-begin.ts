import type { PatientId, Study } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { day } from '../../ui/dates.ts'
import { sensorQuery } from './registration.queries.ts'
import type { Selection } from './selection.ts'
import { modalitiesOf, obstacleTo, startOf } from './start-rules.ts'
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

/** What the start button does now, or why it does nothing. */
export function useBegin(subject: Subject) {
  const { clinic, today, selection, studies } = subject
  const { patientId } = selection
  const sensors = useQuery(sensorQuery)
  const modalities = modalitiesOf(sensors.data ?? [])
  const clinicDay = { today, dayOf: (instant: string) => day(instant, clinic.timeZone) }
  const start = startOf(studies ?? [], selection.studyId, clinicDay)
  const goesOn = start.label === 'AddImages' ? start.study : undefined
  const [modality, setModality] = useModality(modalities, goesOn)
  const sensorState = () => {
    if (sensors.isError) return 'silent'
    if (!sensors.data) return 'loading'
    return modalities.length > 0 ? 'there' : 'none'
  }
  const obstacle = obstacleTo({
    isVeterinary: clinic.clinicType === 'Veterinary',
    hasOwner: selection.ownerId !== undefined,
    hasPatient: patientId !== undefined,
    sensors: sensorState(),
    isKnown: studies !== undefined && subject.isPatientKnown,
  })
  const starting = useStart(clinic, subject.onStarted)

  /** Pressed before all was known: a hand is quicker than an answer, and its press is not lost. */
  const [awaitedFor, setAwaitedFor] = useState<PatientId>()
  const begin = () => {
    if (obstacle === 'checking') setAwaitedFor(patientId)
    else if (!obstacle && patientId !== undefined && modality && !starting.isPending)
      starting.mutate({ patientId, modality, start })
  }
  const latest = useRef(begin)
  useEffect(() => {
    latest.current = begin
  })
  const isAwaited = awaitedFor !== undefined
  const isMeant = awaitedFor === patientId
  useEffect(() => {
    if (!isAwaited || (isMeant && obstacle === 'checking')) return
    setAwaitedFor(undefined)
    if (isMeant) latest.current()
  }, [isAwaited, isMeant, obstacle])

  return {
    start,
    obstacle,
    modalities,
    modality,
    setModality,
    begin,
    isStarting: starting.isPending || isAwaited,
  }
}

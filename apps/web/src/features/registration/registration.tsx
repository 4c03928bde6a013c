import type { OwnerId, StudyId, StudyRow } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { useSession } from '../../api/session.ts'
import { ClinicNeeded } from '../../ui/clinic-needed.tsx'
import { AnimalPart } from './animal-part.tsx'
import { focusOn, isFocusFree } from './focus-on.ts'
import { OwnerPart } from './owner-part.tsx'
import { PatientPart } from './patient-part.tsx'
import { patientQueries } from './registration.queries.ts'
import { StartPart } from './start-part.tsx'
import { StudyStrip } from './study-strip.tsx'
import { useBegin } from './use-begin.ts'
import { useClinicDay } from './use-clinic-day.ts'
import { useForms } from './use-forms.tsx'
import { useRegistrationKeys } from './use-registration-keys.ts'
import { useSelection } from './use-selection.ts'
import { useSubject } from './use-subject.ts'
import styles from './registration.module.css'

/** The list of studies beside it: what is selected in one is selected in the other. */
export interface WorklistSlot {
  readonly clinic: SelectedClinic
  readonly selected: StudyId | undefined
  readonly onSelect: (row: StudyRow | undefined) => void
  /** Selected, and on to the start. */
  readonly onOpen: (row: StudyRow) => void
}

interface RegistrationProps {
  readonly worklist: (slot: WorklistSlot) => ReactNode
}

export const Registration = ({ worklist }: RegistrationProps) => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => <RegistrationOf key={clinic.id} clinic={clinic} worklist={worklist} />}
  </ClinicNeeded>
)

interface RegistrationOfProps extends RegistrationProps {
  readonly clinic: SelectedClinic
}

function RegistrationOf({ clinic, worklist }: RegistrationOfProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { user } = useSession()
  const isVeterinary = clinic.clinicType === 'Veterinary'
  const today = useClinicDay(clinic.timeZone)
  const [selection, dispatch] = useSelection({ userId: user.id, clinicId: clinic.id })
  const { owner, animals, patient, studies, study } = useSubject(clinic, selection, dispatch)

  const starter = useBegin({
    clinic,
    today,
    selection,
    studies,
    isPatientKnown: patient !== undefined,
    onStarted: ({ id, patientId }) =>
      dispatch({
        type: 'study',
        study: { studyId: id, patientDatabaseId: patientId, ownerId: selection.ownerId ?? null },
      }),
  })

  const latest = useRef<OwnerId>(undefined)
  /** On to the next thing that has to be done by hand. */
  const pickOwner = async (ownerId: OwnerId) => {
    latest.current = ownerId
    dispatch({ type: 'owner', ownerId })
    const found = await client
      .query(patientQueries.ofOwner(clinic.id, ownerId))
      .catch(() => undefined)
    if (!found || latest.current !== ownerId) return
    const [, second] = found
    focusOn(found.length === 0 ? 'addAnimal' : second ? 'animals' : 'start')
  }
  const forms = useForms(clinic, {
    onOwner: ({ id }) => dispatch({ type: 'owner', ownerId: id }),
    onUse: ({ id }) => void pickOwner(id),
    onPatient: ({ id }) => dispatch({ type: 'patient', patientId: id }),
    onGone: (ownerId) => {
      dispatch({ type: 'gone' })
      if (ownerId !== null) dispatch({ type: 'owner', ownerId })
    },
  })
  useRegistrationKeys({ isVeterinary, ownerId: selection.ownerId, forms, begin: starter.begin })

  const isBlank = useRef(selection.ownerId === undefined && selection.patientId === undefined)
  useEffect(() => {
    // Whoever comes to register types at once; a keyboard on the glass would cover the screen.
    if (!isBlank.current || !matchMedia('(hover: hover)').matches) return
    // After the frame, which gives the focus to a page that has just been opened.
    const timer = setTimeout(() => {
      if (isFocusFree()) focusOn(isVeterinary ? 'owner' : 'patient')
    }, 0)
    return () => clearTimeout(timer)
  }, [isVeterinary])

  return (
    <div className={styles.frame}>
      <div className={styles.panel}>
        <div className={styles.parts}>
          {isVeterinary ? (
            <>
              <OwnerPart
                clinicId={clinic.id}
                ownerId={selection.ownerId}
                owner={owner}
                onPick={(id) => void pickOwner(id)}
                onNew={forms.openNewOwner}
                onEdit={forms.editOwner}
              />
              <AnimalPart
                ownerId={selection.ownerId}
                animals={animals}
                patient={patient}
                today={today}
                onChoose={(patientId) => dispatch({ type: 'patient', patientId })}
                onNew={(ownerId) => forms.openNewPatient(ownerId)}
                onEdit={forms.editPatient}
              />
            </>
          ) : (
            <PatientPart
              clinicId={clinic.id}
              patientId={selection.patientId}
              patient={patient}
              today={today}
              onPick={(patientId) => {
                dispatch({ type: 'patient', patientId })
                focusOn('start')
              }}
              onNew={(typed) => forms.openNewPatient(null, typed)}
              onEdit={forms.editPatient}
            />
          )}
          {study ? <StudyStrip study={study} timeZone={clinic.timeZone} /> : null}
        </div>
        <StartPart starter={starter} patientName={patient?.name ?? ''} timeZone={clinic.timeZone} />
      </div>
      <section className={styles.worklist} aria-label={t('registration:worklist')}>
        {worklist({
          clinic,
          selected: selection.studyId,
          onSelect: (row) => row && dispatch({ type: 'study', study: row }),
          onOpen: () => focusOn('start'),
        })}
      </section>
    </div>
  )
}

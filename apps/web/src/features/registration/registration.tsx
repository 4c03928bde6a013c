import type { OwnerId, StudyId, StudyRow } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { useSession } from '../../api/session.ts'
import { ClinicNeeded } from '../../ui/states/clinic-needed.tsx'
import { OwnerPatientsSection } from './patient/owner-patients-section.tsx'
import { focusOn, isFocusFree } from './focus-on.ts'
import { OwnerSection } from './owner/owner-section.tsx'
import { PatientSection } from './patient/patient-section.tsx'
import { patientQueries } from '../../api/records/patient.ts'
import { StartSection } from './start/start-section.tsx'
import { StudyStrip } from './study-strip.tsx'
import { useStartButton } from './start/use-start-button.ts'
import { useClinicDay } from './use-clinic-day.ts'
import { useRegistrationForms } from './use-registration-forms.tsx'
import type { RecordMenus } from './use-registration-forms.tsx'
import { useRegistrationKeys } from './use-registration-keys.ts'
import { forgetSelection, useSelection } from './use-selection.ts'
import { useSelectedRecords } from './use-selected-records.ts'
import styles from './registration.module.css'

/** Props of the study list beside the registration; both share the selection. */
export interface WorklistSlot {
  readonly clinic: SelectedClinic
  readonly selected: StudyId | undefined
  readonly onSelect: (row: StudyRow | undefined) => void
  /** Selects the study and moves the focus to the start button. */
  readonly onOpen: (row: StudyRow) => void
}

interface RegistrationProps extends RecordMenus {
  readonly worklist: (slot: WorklistSlot) => ReactNode
}

export const Registration = (props: RegistrationProps) => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => <ClinicRegistration key={clinic.id} clinic={clinic} {...props} />}
  </ClinicNeeded>
)

interface ClinicRegistrationProps extends RegistrationProps {
  readonly clinic: SelectedClinic
}

function ClinicRegistration({ clinic, worklist, ...menus }: ClinicRegistrationProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { user } = useSession()
  const isVeterinary = clinic.clinicType === 'Veterinary'
  const today = useClinicDay(clinic.timeZone)
  const [selection, dispatch] = useSelection({ userId: user.id, clinicId: clinic.id })
  const { owner, patients, patient, studies, study } = useSelectedRecords(
    clinic,
    selection,
    dispatch,
  )

  const starter = useStartButton({
    clinic,
    today,
    selection,
    studies,
    isPatientKnown: patient !== undefined,
    onStarted: forgetSelection,
  })

  const latest = useRef<OwnerId>(undefined)
  /** Selects the owner and moves the focus to the next control that the user needs. */
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
  const forms = useRegistrationForms(clinic, menus, {
    onMoved: ({ id }, ownerId) => {
      if (ownerId !== null) dispatch({ type: 'owner', ownerId })
      dispatch({ type: 'patient', patientId: id })
    },
    onOwner: ({ id }) => dispatch({ type: 'owner', ownerId: id }),
    onUse: ({ id }) => void pickOwner(id),
    onPatient: ({ id }) => dispatch({ type: 'patient', patientId: id }),
    onRemoved: (ownerId) => {
      dispatch({ type: 'removed' })
      if (ownerId !== null) dispatch({ type: 'owner', ownerId })
    },
  })
  useRegistrationKeys({
    isVeterinary,
    ownerId: selection.ownerId,
    forms,
    startStudy: starter.startStudy,
  })

  useInitialFocus(isVeterinary)

  return (
    <div className={styles.frame}>
      <div className={styles.panel}>
        <div className={styles.parts}>
          {isVeterinary ? (
            <>
              <OwnerSection
                clinicId={clinic.id}
                ownerId={selection.ownerId}
                owner={owner}
                onPick={(id) => void pickOwner(id)}
                onNew={forms.openNewOwner}
                onEdit={forms.editOwner}
              />
              <OwnerPatientsSection
                ownerId={selection.ownerId}
                patients={patients}
                patient={patient}
                today={today}
                onChoose={(patientId) => dispatch({ type: 'patient', patientId })}
                onNew={(ownerId) => forms.openNewPatient(ownerId)}
                onEdit={forms.editPatient}
              />
            </>
          ) : (
            <PatientSection
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
        <StartSection
          starter={starter}
          patientName={patient?.name ?? ''}
          timeZone={clinic.timeZone}
        />
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

/** Focuses the search field of a page that opens, so that the user can type a name at once. */
function useInitialFocus(isVeterinary: boolean) {
  useEffect(() => {
    // Not on touch devices, where the keyboard would cover the screen.
    if (!matchMedia('(hover: hover)').matches) return
    // Deferred: the application shell focuses the main element of a page that was just opened.
    const timer = setTimeout(() => {
      if (isFocusFree()) focusOn(isVeterinary ? 'owner' : 'patient')
    }, 0)
    return () => clearTimeout(timer)
  }, [isVeterinary])
}

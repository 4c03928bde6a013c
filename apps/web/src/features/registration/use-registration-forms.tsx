import type { Owner, OwnerId, OwnerSuggestion, Patient } from '@talus/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { openForm } from '../../ui/form/open-form.ts'
import { findFocusTarget } from './focus-on.ts'
import { OwnerForm } from './owner/owner-form.tsx'
import { PatientForm } from './patient/patient-form.tsx'
import { useSubjectLabels } from './patient/use-subject-labels.ts'

interface PatientMenuSlot {
  readonly clinic: SelectedClinic
  readonly patient: Patient
  readonly onMerged: () => void
  readonly onMoved: (ownerId: OwnerId | null) => void
}

interface OwnerMenuSlot {
  readonly clinic: SelectedClinic
  readonly owner: Owner
  readonly onMerged: () => void
}

/** Menus in the forms of existing records: merge, move, history. */
export interface RecordMenus {
  readonly patientMenu: (slot: PatientMenuSlot) => ReactNode
  readonly ownerMenu: (slot: OwnerMenuSlot) => ReactNode
}

interface FormCallbacks {
  readonly onMoved: (patient: Patient, ownerId: OwnerId | null) => void
  readonly onOwner: (owner: Owner) => void
  readonly onUse: (owner: OwnerSuggestion) => void
  readonly onPatient: (patient: Patient) => void
  /** Called when the selected record was removed, with its owner if it had one. */
  readonly onRemoved: (ownerId: OwnerId | null) => void
}

const ownerSize = 620
const patientSize = 680

/**
 * Opens the forms of the screen. After a new owner the form of their patient opens, then the start
 * button gets the focus.
 */
export function useRegistrationForms(
  clinic: SelectedClinic,
  { patientMenu, ownerMenu }: RecordMenus,
  then: FormCallbacks,
) {
  const { t } = useTranslation()
  const isVeterinary = clinic.clinicType === 'Veterinary'
  const labels = useSubjectLabels(isVeterinary)

  const openNewPatient = (ownerId: OwnerId | null, typed = '') => {
    let isSaved = false
    const returnTo = () =>
      findFocusTarget(isSaved ? 'start' : isVeterinary ? 'addAnimal' : 'patient')
    openForm(
      labels.create,
      (close) => (
        <PatientForm
          clinic={clinic}
          ownerId={ownerId}
          typed={typed}
          onCancel={close}
          onSaved={(saved) => {
            isSaved = true
            close()
            then.onPatient(saved)
          }}
        />
      ),
      patientSize,
      returnTo,
    )
  }

  const editPatient = (patient: Patient) =>
    openForm(
      labels.edit,
      (close) => (
        <PatientForm
          clinic={clinic}
          ownerId={patient.ownerId}
          patient={patient}
          menu={patientMenu({
            clinic,
            patient,
            onMerged: close,
            onMoved: (ownerId) => {
              close()
              then.onMoved(patient, ownerId)
            },
          })}
          onCancel={close}
          onSaved={close}
          onRemoved={() => {
            close()
            then.onRemoved(patient.ownerId)
          }}
        />
      ),
      patientSize,
    )

  const openOwner = (title: string, options: { readonly owner?: Owner; readonly typed?: string }) =>
    openForm(
      title,
      (close) => (
        <OwnerForm
          {...options}
          menu={options.owner && ownerMenu({ clinic, owner: options.owner, onMerged: close })}
          clinicId={clinic.id}
          onCancel={close}
          onRemoved={() => {
            close()
            then.onRemoved(null)
          }}
          onUse={(other) => {
            close()
            then.onUse(other)
          }}
          onSaved={(saved) => {
            close()
            then.onOwner(saved)
            if (!options.owner) openNewPatient(saved.id)
          }}
        />
      ),
      ownerSize,
    )

  return {
    openNewPatient,
    editPatient,
    openNewOwner: (typed = '') => openOwner(t('registration:owner.new'), { typed }),
    editOwner: (owner: Owner) => openOwner(t('registration:owner.edit'), { owner }),
  }
}

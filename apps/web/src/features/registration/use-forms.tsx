import type { Owner, OwnerId, OwnerSuggestion, Patient } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { openForm } from '../../ui/form/open-form.ts'
import { placeOf } from './focus-on.ts'
import { OwnerForm } from './owner-form.tsx'
import { PatientForm } from './patient-form.tsx'
import { useSubjectWords } from './use-subject-words.ts'

interface Then {
  readonly onOwner: (owner: Owner) => void
  readonly onUse: (owner: OwnerSuggestion) => void
  readonly onPatient: (patient: Patient) => void
  /** What was selected is no longer there; its owner may be. */
  readonly onGone: (ownerId: OwnerId | null) => void
}

const ownerSize = 620
const patientSize = 680

/** The forms of the screen. A new owner is followed by his animal, and that by the start button. */
export function useForms(clinic: SelectedClinic, then: Then) {
  const { t } = useTranslation()
  const isVeterinary = clinic.clinicType === 'Veterinary'
  const words = useSubjectWords(isVeterinary)

  const openNewPatient = (ownerId: OwnerId | null, typed = '') => {
    let isSaved = false
    const returnTo = () => placeOf(isSaved ? 'start' : isVeterinary ? 'addAnimal' : 'patient')
    openForm(
      words.create,
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
      words.edit,
      (close) => (
        <PatientForm
          clinic={clinic}
          ownerId={patient.ownerId}
          patient={patient}
          onCancel={close}
          onSaved={close}
          onRemoved={() => {
            close()
            then.onGone(patient.ownerId)
          }}
        />
      ),
      patientSize,
    )

  const openOwner = (title: string, given: { readonly owner?: Owner; readonly typed?: string }) =>
    openForm(
      title,
      (close) => (
        <OwnerForm
          {...given}
          clinicId={clinic.id}
          onCancel={close}
          onRemoved={() => {
            close()
            then.onGone(null)
          }}
          onUse={(other) => {
            close()
            then.onUse(other)
          }}
          onSaved={(saved) => {
            close()
            then.onOwner(saved)
            if (!given.owner) openNewPatient(saved.id)
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

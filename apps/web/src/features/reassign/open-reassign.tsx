import type { Owner, OwnerId, Patient, StudyRow } from '@talus/contract'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { requireNamespace } from '../../language.ts'
import { closeModal, openModal } from '../../ui/modals/modal-store.ts'
import { showError } from '../../ui/modals/confirm.tsx'

const size = 760

/** Loads the code and the translations of the dialogs on demand. */
export async function loadReassign() {
  const [{ dialogs }] = await Promise.all([import('./dialogs.ts'), requireNamespace('reassign')])
  return dialogs
}
type Dialogs = Awaited<ReturnType<typeof loadReassign>>

async function open(
  getTitle: () => string,
  render: (dialogs: Dialogs, close: () => void) => ReactNode,
) {
  const dialogs = await loadReassign().catch(() => undefined)
  if (!dialogs) {
    showError(i18next.t('errors:network'))
    return
  }
  const close = () => {
    if (id !== undefined) closeModal(id)
  }
  const id: number | undefined = openModal({
    title: getTitle(),
    size,
    body: render(dialogs, close),
  })
}

interface Opened {
  readonly clinic: SelectedClinic
  /** Called after the change; the form below this dialog shows old values. */
  readonly onDone: () => void
}

export const openMergeAnimals = ({ clinic, onDone }: Opened, patient: Patient) =>
  open(
    () => i18next.t('reassign:mergeAnimals.title'),
    ({ MergeAnimals }, close) => (
      <MergeAnimals
        clinic={clinic}
        patient={patient}
        onCancel={close}
        onDone={() => {
          close()
          onDone()
        }}
      />
    ),
  )

export const openMergeOwners = ({ clinic, onDone }: Opened, owner: Owner) =>
  open(
    () => i18next.t('reassign:mergeOwners.title'),
    ({ MergeOwners }, close) => (
      <MergeOwners
        clinic={clinic}
        owner={owner}
        onCancel={close}
        onDone={() => {
          close()
          onDone()
        }}
      />
    ),
  )

export const openMoveAnimal = (
  { clinic, onDone }: Omit<Opened, 'onDone'> & { readonly onDone: (id: OwnerId | null) => void },
  patient: Patient,
) =>
  open(
    () => i18next.t('reassign:moveAnimal.title'),
    ({ MoveAnimal }, close) => (
      <MoveAnimal
        clinic={clinic}
        patient={patient}
        onCancel={close}
        onDone={(ownerId) => {
          close()
          onDone(ownerId)
        }}
      />
    ),
  )

export const openMoveStudy = (clinic: SelectedClinic, row: StudyRow) =>
  open(
    () => i18next.t('reassign:moveStudy.title'),
    ({ MoveStudy }, close) => (
      <MoveStudy clinic={clinic} row={row} onCancel={close} onDone={close} />
    ),
  )

export const openHistory = (
  { clinic, onDone }: Opened,
  record: Parameters<Dialogs['ReassignHistory']>[0]['record'],
) =>
  open(
    () => i18next.t('reassign:history.title'),
    ({ ReassignHistory }) => (
      <ReassignHistory record={record} timeZone={clinic.timeZone} onUndone={onDone} />
    ),
  )

export const openOtherNumbers = (clinic: SelectedClinic, patient: Patient) =>
  open(
    () => i18next.t('reassign:numbers.title'),
    ({ OtherNumbers }) => <OtherNumbers patient={patient} timeZone={clinic.timeZone} />,
  )

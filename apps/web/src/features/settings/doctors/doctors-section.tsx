import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconStethoscope, IconTrash } from '@tabler/icons-react'
import type { Doctor } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { doctorMutations, doctorQueries } from '../../../api/records/doctor.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { useCan } from '../../../api/session.ts'
import { formatDay } from '../../../ui/format/dates.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { confirmDelete } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { Column } from '../../../ui/table/column.ts'
import { useRows } from '../../../ui/table/use-rows.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { SectionTable } from '../section-table.tsx'
import { DoctorForm } from './doctor-form.tsx'
import { Icon } from '../../../ui/display/icon.tsx'

export const DoctorsSection = () => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {(clinic) => <ClinicDoctors key={clinic.id} clinic={clinic} />}
  </ClinicNeeded>
)

const byLastName = { id: 'lastName', desc: false } as const

function ClinicDoctors({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const removeDoctor = useRecordMutation(doctorMutations.remove)
  const mayWrite = useCan('doctor.write')
  const query = useQuery(doctorQueries.list(clinic.id))
  const [chosenId, setChosenId] = useState<number>()
  const chosen = query.data?.find(({ id }) => id === chosenId)
  const columns = useMemo<readonly Column<Doctor>[]>(
    () => [
      {
        id: 'lastName',
        header: t('settings:user.lastName'),
        value: (row) => row.lastName,
        isPrimary: true,
      },
      { id: 'firstName', header: t('settings:user.firstName'), value: (row) => row.firstName },
      {
        id: 'createdOn',
        header: t('settings:user.registered'),
        value: (row) => formatDay(row.createdOn, clinic.timeZone),
      },
    ],
    [t, clinic.timeZone],
  )
  const view = useRows(query.data, columns, byLastName)

  const open = (doctor?: Doctor) =>
    openForm(doctor ? t('settings:doctor.edit') : t('settings:doctor.create'), (close) => (
      <DoctorForm clinicId={clinic.id} doctor={doctor} onDone={close} />
    ))

  const remove = async (doctor: Doctor | undefined) => {
    if (!doctor) {
      toast.error(t('settings:doctor.noneSelected'))
      return
    }
    const name = `${doctor.firstName} ${doctor.lastName}`
    const isDeleted = await confirmDelete({
      title: t('settings:doctor.deleteTitle'),
      text: t('settings:doctor.deleteText', { name }),
      act: () =>
        removeDoctor({ params: { id: doctor.id } }).catch(() => {
          throw new Error(t('settings:doctor.deleteFailed'))
        }),
    })
    if (isDeleted) toast.done(t('common:form.deleted', { name }))
  }

  const createButton = mayWrite ? (
    <Button leftSection={<Icon icon={IconPlus} />} onClick={() => open()}>
      {t('settings:doctor.create')}
    </Button>
  ) : null
  const selection = {
    selected: chosenId,
    onSelect: (row: Doctor | undefined) => setChosenId(row?.id),
    onOpen: open,
  }
  const rowActions = (
    <>
      <ExplainedButton
        variant="default"
        leftSection={<Icon icon={IconPencil} />}
        reason={chosen ? undefined : t('settings:doctor.noneSelected')}
        onClick={() => open(chosen)}
      >
        {t('common:action.edit')}
      </ExplainedButton>
      <Button
        variant="default"
        leftSection={<Icon icon={IconTrash} />}
        onClick={() => void remove(chosen)}
      >
        {t('common:action.delete')}
      </Button>
    </>
  )
  return (
    <SectionTable
      title={t('settings:section.doctors')}
      view={view}
      query={query}
      columns={columns}
      icon={<Icon icon={IconStethoscope} size="xl" />}
      emptyTitle={t('settings:doctor.emptyTitle')}
      emptyText={t('settings:doctor.emptyText')}
      actions={createButton}
      {...(mayWrite && { selection, rowActions })}
    />
  )
}

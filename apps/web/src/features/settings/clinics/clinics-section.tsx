import { Button } from '@mantine/core'
import {
  IconBuildingCommunity,
  IconDoorEnter,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import type { Clinic, ClinicId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isLocal } from '../../../api/page-settings.ts'
import { clinicMutations, clinicQueries } from '../../../api/records/clinic.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { selectClinic, useClinicInUse } from '../../../api/selected-clinic.ts'
import { useCan } from '../../../api/session.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { confirmDelete } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { usePages } from '../../../ui/table/use-pages.ts'
import { SectionTable } from '../section-table.tsx'
import { useClinicColumns } from './clinic-columns.tsx'
import { ClinicForm } from './clinic-form.tsx'
import { CreateClinicForm } from './create-clinic-form.tsx'
import { Icon } from '../../../ui/display/icon.tsx'

const byName = { id: 'name', desc: false } as const
const sorts = ['name', 'type', 'phone', 'aeTitle', 'status', 'deleted'] as const

export function ClinicsSection() {
  const { t } = useTranslation()
  const removeClinic = useRecordMutation(clinicMutations.remove)
  const mayCreate = useCan('clinic.create')
  const mayDelete = useCan('clinic.delete')
  const { clinic: inUse, own } = useClinicInUse()
  const columns = useClinicColumns()
  const { query: pageQuery, view } = usePages(byName)
  const query = useQuery(
    clinicQueries.page({
      ...pageQuery,
      sort: sorts.find((sort) => sort === pageQuery.sort) ?? 'name',
    }),
  )
  const [chosenId, setChosenId] = useState<ClinicId>()
  const chosen = query.data?.rows.find(({ id }) => id === chosenId)

  const getReason = () => {
    if (!chosen) return t('settings:clinics.chooseFirst')
    return chosen.isDeleted ? t('settings:clinics.isDeleted') : undefined
  }
  const isSelected = chosen !== undefined && chosen.id === inUse?.id
  const select = (clinic: Clinic | undefined) => {
    if (!clinic || clinic.isDeleted) return
    selectClinic(clinic.id === own?.id ? undefined : clinic)
    toast.info(t('shell:clinic.now', { clinic: clinic.name }))
  }
  const edit = (clinic: Clinic) =>
    openForm(
      t('settings:clinics.edit'),
      (close) => <ClinicForm clinic={clinic} onDone={close} />,
      760,
    )
  const remove = async ({ id, name }: Clinic) => {
    const isDeleted = await confirmDelete({
      title: t('settings:clinics.deleteTitle'),
      text: t('settings:clinics.deleteText', { name }),
      act: async () => {
        await removeClinic({ params: { id } })
        if (inUse?.id === id) selectClinic(undefined)
      },
    })
    if (isDeleted) toast.done(t('common:form.deleted', { name }))
  }

  return (
    <SectionTable
      title={t('settings:section.clinics')}
      view={view(query.data)}
      query={query}
      columns={columns}
      icon={<Icon icon={IconBuildingCommunity} size="xl" />}
      emptyTitle={t('settings:clinics.emptyTitle')}
      emptyText={mayCreate ? t('settings:clinics.firstText') : t('settings:clinics.emptyText')}
      selection={{
        selected: chosenId,
        onSelect: (row) => setChosenId(row?.id),
        onOpen: (row) => !row.isDeleted && edit(row),
      }}
      actions={mayCreate ? <CreateButton /> : null}
      rowActions={
        <>
          <ExplainedButton
            variant="default"
            leftSection={<Icon icon={IconPencil} />}
            reason={getReason()}
            onClick={() => chosen && edit(chosen)}
          >
            {t('common:action.edit')}
          </ExplainedButton>
          <ExplainedButton
            variant="default"
            leftSection={<Icon icon={IconDoorEnter} />}
            reason={getReason() ?? (isSelected ? t('settings:clinics.isSelected') : undefined)}
            onClick={() => select(chosen)}
          >
            {t('settings:clinics.select')}
          </ExplainedButton>
          {mayDelete ? (
            <ExplainedButton
              variant="default"
              leftSection={<Icon icon={IconTrash} />}
              reason={getReason()}
              onClick={() => chosen && void remove(chosen)}
            >
              {t('common:action.delete')}
            </ExplainedButton>
          ) : null}
        </>
      }
    />
  )
}

function CreateButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { clinic: inUse } = useClinicInUse()
  /** Leads from the first clinic to its devices, without which no X-ray can be taken. */
  const continueWith = (clinic: Clinic) => {
    if (inUse) return
    selectClinic(clinic)
    if (isLocal) void navigate('/settings/devices')
  }
  const create = () =>
    openForm(
      t('settings:clinics.create'),
      (close) => (
        <CreateClinicForm
          onDone={(created) => {
            close()
            if (created) continueWith(created)
          }}
        />
      ),
      860,
    )
  return (
    <Button leftSection={<Icon icon={IconPlus} />} onClick={create}>
      {t('settings:clinics.create')}
    </Button>
  )
}

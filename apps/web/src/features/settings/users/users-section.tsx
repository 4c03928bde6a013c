import { Button } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { can } from '@talus/contract'
import type { ListedUser, UserId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { useActor } from '../../../api/session.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { formatDay } from '../../../ui/format/dates.ts'
import { openForm } from '../../../ui/form/open-form.ts'
import type { Column } from '../../../ui/table/column.ts'
import { usePages } from '../../../ui/table/use-pages.ts'
import { SectionTable } from '../section-table.tsx'
import { userQueries } from '../../../api/records/user.ts'
import { CreateUserForm } from './create-user-form.tsx'
import { EditUserForm } from './edit-user-form.tsx'
import { findMainRole } from './main-role.ts'
import { getDisabledReason } from './user-actions.ts'
import { UserRowActions } from './user-row-actions.tsx'
import { Icon } from '../../../ui/display/icon.tsx'

const byName = { id: 'username', desc: false } as const
const sorts = ['username', 'firstName', 'lastName', 'createdOn', 'clinic', 'deleted'] as const

export function UsersSection() {
  const { t } = useTranslation()
  const actor = useActor()
  const { clinic, isOtherClinic } = useClinicInUse()
  const timeZone = clinic?.timeZone
  const { query: pageQuery, view } = usePages(byName)
  const query = useQuery(
    userQueries.page({
      ...pageQuery,
      sort: sorts.find((sort) => sort === pageQuery.sort) ?? 'username',
      // A user who has selected another clinic sees only the users of that clinic.
      ...(isOtherClinic && clinic && { ClinicId: clinic.id }),
    }),
  )
  const [chosenId, setChosenId] = useState<UserId>()
  const chosen = query.data?.rows.find(({ id }) => id === chosenId)
  const seesClinic = can(actor, 'user.see-clinic')
  const columns = useMemo<readonly Column<ListedUser>[]>(
    () => [
      {
        id: 'username',
        header: t('settings:user.username'),
        value: (row) => row.username,
        cell: (row) => <Username user={row} />,
        isPrimary: true,
      },
      { id: 'firstName', header: t('settings:user.firstName'), value: (row) => row.firstName },
      { id: 'lastName', header: t('settings:user.lastName'), value: (row) => row.lastName },
      {
        id: 'role',
        header: t('settings:user.role'),
        value: (row) => t(`settings:role.${findMainRole(row.permissionProfile)}`),
        isUnsorted: true,
      },
      {
        id: 'createdOn',
        header: t('settings:user.registered'),
        value: (row) => formatDay(row.createdOn, timeZone),
        cell: (row) => <time dateTime={row.createdOn}>{formatDay(row.createdOn, timeZone)}</time>,
        isHiddenOnTablet: true,
      },
      {
        id: 'lastSignIn',
        header: t('settings:user.lastSignIn'),
        value: (row) => (row.lastSignIn === null ? '–' : formatDay(row.lastSignIn, timeZone)),
        cell: (row) =>
          row.lastSignIn === null ? (
            '–'
          ) : (
            <time dateTime={row.lastSignIn}>{formatDay(row.lastSignIn, timeZone)}</time>
          ),
        isUnsorted: true,
      },
      {
        id: 'deleted',
        header: t('settings:deleted.title'),
        value: (row) => (row.isDeleted ? t('settings:deleted.yes') : ''),
        cell: (row) =>
          row.isDeleted ? <Badge tone="red">{t('settings:deleted.yes')}</Badge> : null,
      },
      ...(seesClinic
        ? [
            {
              id: 'clinic',
              header: t('settings:user.clinic'),
              value: (row: ListedUser) => row.clinicName ?? '',
            },
          ]
        : []),
    ],
    [t, seesClinic, timeZone],
  )
  const create = () =>
    openForm(
      t('settings:user.create'),
      (close) => <CreateUserForm clinicId={clinic?.id} onDone={close} />,
      760,
    )
  const edit = (user: ListedUser) => {
    if (getDisabledReason('edit', actor, user) !== undefined) return
    openForm(t('settings:user.edit'), (close) => <EditUserForm user={user} onDone={close} />, 760)
  }
  return (
    <SectionTable
      title={t('settings:section.users')}
      view={view(query.data)}
      query={query}
      columns={columns}
      icon={<Icon icon={IconUsers} size="xl" />}
      emptyTitle={t('settings:user.emptyTitle')}
      emptyText={t('settings:user.emptyText')}
      selection={{
        selected: chosenId,
        onSelect: (row) => setChosenId(row?.id),
        onOpen: edit,
      }}
      actions={
        <Button leftSection={<Icon icon={IconPlus} />} onClick={create}>
          {t('settings:user.create')}
        </Button>
      }
      rowActions={<UserRowActions user={chosen} onEdit={edit} />}
    />
  )
}

/** Shows the username, with a badge if the user may no longer sign in. */
function Username({ user }: { readonly user: ListedUser }) {
  const { t } = useTranslation()
  const isDisabled = user.permissionProfile.status !== 'Active' && !user.isDeleted
  if (!isDisabled) return user.username
  return (
    <>
      {user.username} <Badge tone="amber">{t('settings:user.disabled')}</Badge>
    </>
  )
}

import {
  IconBuildingCommunity,
  IconLockAccess,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import type { ListedUser } from '@talus/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { userMutations, userQueries } from '../../../api/records/user.ts'
import { useActor } from '../../../api/session.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { confirmDelete } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { AssignClinicsForm } from './assign-clinics-form.tsx'
import { PermissionsForm } from './permissions-form.tsx'
import { listUserActions, getDisabledReason } from './user-actions.ts'
import type { UserAction } from './user-actions.ts'
import { Icon } from '../../../ui/display/icon.tsx'

interface UserRowActionsProps {
  readonly user: ListedUser | undefined
  readonly onEdit: (user: ListedUser) => void
}

/** The actions on the selected user; a disabled action shows the reason. */
export function UserRowActions({ user, onEdit }: UserRowActionsProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const client = useQueryClient()
  const updatePermissions = useRecordMutation(userMutations.updatePermissions)
  const removeUser = useRecordMutation(userMutations.remove)
  const isActive = user?.permissionProfile.status !== 'Inactive'

  const switchStatus = useMutation({
    mutationFn: async (one: ListedUser) => {
      const now = await client.query(userQueries.permissions(one.permissionProfileId))
      const status = isActive ? 'Inactive' : 'Active'
      return updatePermissions({ body: { ...now, status } })
    },
    onSuccess: (profile, one) => {
      const name = one.username
      toast.done(
        profile.status === 'Active'
          ? t('settings:user.nowEnabled', { name })
          : t('settings:user.nowDisabled', { name }),
      )
    },
  })

  const remove = async (one: ListedUser | undefined) => {
    if (!one) {
      toast.error(t('settings:user.reason.noneSelected'))
      return
    }
    const name = one.username
    const isDeleted = await confirmDelete({
      title: t('settings:user.deleteTitle'),
      text: t('settings:user.deleteText', { name }),
      act: () => removeUser({ params: { id: one.id } }),
    })
    if (isDeleted) toast.done(t('common:form.deleted', { name }))
  }

  const actions = {
    edit: { icon: IconPencil, label: t('common:action.edit'), run: onEdit },
    permissions: {
      icon: IconLockAccess,
      label: t('settings:user.permissions'),
      run: (one: ListedUser) =>
        openForm(
          t('settings:user.permissionsOf', { name: one.username }),
          (close) => <PermissionsForm user={one} onDone={close} />,
          760,
        ),
    },
    status: {
      icon: isActive ? IconPlayerPause : IconPlayerPlay,
      label: isActive ? t('settings:user.disable') : t('settings:user.enable'),
      run: (one: ListedUser) => switchStatus.mutate(one),
    },
    assign: {
      icon: IconBuildingCommunity,
      label: t('settings:assign.action'),
      run: (one: ListedUser) =>
        openForm(t('settings:assign.titleOf', { name: one.username }), (close) => (
          <AssignClinicsForm user={one} onDone={close} />
        )),
    },
    delete: {
      icon: IconTrash,
      label: t('common:action.delete'),
      run: (one: ListedUser | undefined) => void remove(one),
    },
  }
  const button = (name: UserAction) => {
    const { icon, label } = actions[name]
    const obstacle = getDisabledReason(name, actor, user)
    // Delete without a selection shows the specified message instead of being disabled.
    const isEnabled = obstacle === undefined || (name === 'delete' && !user)
    return (
      <ExplainedButton
        key={name}
        variant="default"
        leftSection={<Icon icon={icon} />}
        reason={isEnabled ? undefined : t(`settings:user.reason.${obstacle}`)}
        onClick={() => {
          if (name === 'delete') actions.delete.run(user)
          else if (user) actions[name].run(user)
        }}
      >
        {label}
      </ExplainedButton>
    )
  }
  return listUserActions(actor).map(button)
}

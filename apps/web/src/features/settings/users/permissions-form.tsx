import { Skeleton } from '@mantine/core'
import type { ListedUser, PermissionProfile } from '@talus/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { userMutations, userQueries } from '../../../api/records/user.ts'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { PermissionFields } from './permission-fields.tsx'
import { getFlagLabels, pickFlags, offeredFlags } from './permission-values.ts'

interface PermissionsFormProps {
  readonly user: ListedUser
  readonly onDone: () => void
}

/** Fetches the permissions again, because the list may be half a minute old. */
export function PermissionsForm({ user, onDone }: PermissionsFormProps) {
  const { data } = useQuery(userQueries.permissions(user.permissionProfileId))
  if (!data) return <Skeleton height={320} />
  return <ProfileForm user={user} profile={data} onDone={onDone} />
}

function ProfileForm({
  user,
  profile,
  onDone,
}: PermissionsFormProps & { readonly profile: PermissionProfile }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const updatePermissions = useRecordMutation(userMutations.updatePermissions)
  const form = useForm({
    initial: pickFlags(profile),
    labels: getFlagLabels(),
    draft: `permissions-${profile.id}`,
    save: async (_flags, edits) => {
      const now = await client.query(userQueries.permissions(profile.id))
      await updatePermissions({ body: { ...now, ...edits } })
      toast.done(t('settings:user.permissionsSaved', { name: user.username }))
      onDone()
    },
  })
  return (
    <FormFrame
      form={form}
      label={t('settings:user.editPermissions')}
      saveLabel={t('common:action.save')}
      onCancel={onDone}
    >
      <PermissionFields form={form} flags={offeredFlags} />
    </FormFrame>
  )
}

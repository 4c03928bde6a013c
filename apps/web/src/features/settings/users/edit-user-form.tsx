import { Button } from '@mantine/core'
import type { ListedUser } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { accountMutations } from '../../../api/records/account.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { userMutations } from '../../../api/records/user.ts'
import { useActor, useCan } from '../../../api/session.ts'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { useToday } from '../../../ui/hooks/use-today.ts'
import { UserFields } from './user-fields.tsx'
import {
  toUserDetails,
  findUserFaults,
  getUserLabels,
  userErrorFields,
  userRequired,
  userSecrets,
  toUserValues,
} from './user-values.ts'

interface EditUserFormProps {
  readonly user: ListedUser
  readonly onDone: () => void
}

export function EditUserForm({ user, onDone }: EditUserFormProps) {
  const { t } = useTranslation()
  const updateUser = useRecordMutation(userMutations.update)
  const choosesClinic = useCan('user.choose-clinic') && user.clinicId !== null
  const isOwn = useActor().id === user.id
  const today = useToday()
  const initial = toUserValues(user)
  const form = useForm({
    initial,
    labels: getUserLabels(),
    required: [...userRequired, ...(choosesClinic ? ['clinicId' as const] : [])],
    secrets: userSecrets,
    fieldByPath: userErrorFields,
    draft: `user-${user.id}`,
    check: (values) =>
      findUserFaults(values, { isNew: false, today, oldValidUntil: initial.validUntil }),
    save: async (typed, edits) => {
      const { password, confirmPassword } = typed
      const now = await call(routes.user.one, { params: { id: user.id } })
      const values = { ...toUserValues(now), ...edits }
      await updateUser({
        body: {
          ...toUserDetails(values),
          id: user.id,
          ...(password !== '' && { password, confirmPassword }),
          ...(choosesClinic && { clinicId: values.clinicId }),
        },
      })
      toast.done(t('common:form.saved'))
      onDone()
    },
  })
  const resetFactor = useRecordMutation(accountMutations.resetFactor)
  const askToReset = async () => {
    const isReset = await confirm({
      title: t('settings:user.resetFactor'),
      text: t('settings:user.resetFactorText', { name: user.username }),
      confirm: t('settings:user.resetFactor'),
      isDestructive: true,
      act: () => resetFactor({ params: { id: user.id } }),
    })
    if (!isReset) return
    toast.done(t('settings:user.resetFactorDone', { name: user.username }))
    onDone()
  }
  return (
    <FormFrame
      form={form}
      label={t('settings:user.edit')}
      saveLabel={t('common:action.save')}
      onCancel={onDone}
      actions={
        user.hasSecondFactor && !isOwn ? (
          <Button variant="default" onClick={() => void askToReset()}>
            {t('settings:user.resetFactor')}
          </Button>
        ) : null
      }
    >
      <UserFields
        form={form}
        isNew={false}
        hasClinic={choosesClinic}
        hasExpiry={!user.permissionProfile.root}
        isFirst
        isOwn={isOwn}
      />
    </FormFrame>
  )
}

import type { ClinicId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { userMutations } from '../../../api/records/user.ts'
import { useCan } from '../../../api/session.ts'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { useToday } from '../../../ui/hooks/use-today.ts'
import { PermissionFields } from './permission-fields.tsx'
import { getFlagLabels, pickFlags, noFlagValues, offeredFlags } from './permission-values.ts'
import { UserFields } from './user-fields.tsx'
import {
  toUserDetails,
  createUserValues,
  findUserFaults,
  getUserLabels,
  userErrorFields,
  userRequired,
  userSecrets,
} from './user-values.ts'

interface CreateUserFormProps {
  /** Preselected clinic: the one that is selected in the application. */
  readonly clinicId: ClinicId | undefined
  readonly onDone: () => void
}

export function CreateUserForm({ clinicId, onDone }: CreateUserFormProps) {
  const { t } = useTranslation()
  const createUser = useRecordMutation(userMutations.createWithPermissions)
  const choosesClinic = useCan('user.choose-clinic')
  const today = useToday()
  const form = useForm({
    initial: { ...createUserValues(choosesClinic ? clinicId : undefined), ...noFlagValues },
    labels: { ...getUserLabels(), ...getFlagLabels() },
    required: [...userRequired, ...userSecrets, ...(choosesClinic ? ['clinicId' as const] : [])],
    secrets: userSecrets,
    fieldByPath: userErrorFields,
    isNew: true,
    draft: 'new-user',
    check: (values) => findUserFaults(values, { isNew: true, today }),
    save: async (values) => {
      const { password, confirmPassword } = values
      await createUser({
        body: {
          userData: {
            ...toUserDetails(values),
            password,
            confirmPassword,
            permissionProfileId: -1,
            createdOn: new Date().toISOString(),
            ...(choosesClinic && { clinicId: values.clinicId }),
          },
          permissionProfileData: pickFlags(values),
        },
      })
      toast.done(t('settings:user.created', { name: values.username }))
      onDone()
    },
  })
  return (
    <FormFrame
      form={form}
      label={t('settings:user.create')}
      saveLabel={t('common:action.create')}
      onCancel={onDone}
    >
      <UserFields form={form} isNew hasClinic={choosesClinic} hasExpiry isFirst />
      <PermissionFields form={form} flags={offeredFlags} title={t('settings:user.permissions')} />
    </FormFrame>
  )
}

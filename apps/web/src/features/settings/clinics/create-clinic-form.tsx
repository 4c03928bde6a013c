import type { Clinic } from '@talus/contract'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { clinicMutations } from '../../../api/records/clinic.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { chooseLanguage } from '../../../language.ts'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { useToday } from '../../../ui/hooks/use-today.ts'
import { PermissionFields } from '../users/permission-fields.tsx'
import { getFlagLabels, pickFlags, noFlagValues, offeredFlags } from '../users/permission-values.ts'
import { UserFields } from '../users/user-fields.tsx'
import {
  toUserDetails,
  createUserValues,
  findUserFaults,
  getUserLabels,
  userRequired,
  userSecrets,
} from '../users/user-values.ts'
import { ClinicFields } from './clinic-fields.tsx'
import {
  findClinicFaults,
  getClinicLabels,
  clinicRequired,
  toClinicDraft,
  createClinicValues,
} from './clinic-values.ts'

/** The first user of a clinic is its administrator, not an operator. */
const firstUserFlags = offeredFlags.filter((flag) => flag !== 'operator')
const createInitial = () => ({
  ...createClinicValues(),
  ...createUserValues(),
  ...noFlagValues,
  clinicAdmin: true,
})

interface CreateClinicFormProps {
  /** Called with the created clinic, or without an argument if none was created. */
  readonly onDone: (created?: Clinic) => void
}

/** Creates the clinic, its first user and that user's permissions, together or not at all. */
export function CreateClinicForm({ onDone }: CreateClinicFormProps) {
  const { t } = useTranslation()
  const createClinic = useRecordMutation(clinicMutations.createWithUser)
  const today = useToday()
  const form = useForm({
    initial: createInitial(),
    labels: { ...getClinicLabels(), ...getUserLabels(), ...getFlagLabels() },
    required: [...clinicRequired, ...userRequired, ...userSecrets],
    secrets: userSecrets,
    fieldByPath: { 'userData.email': 'userEmail' },
    isNew: true,
    draft: 'new-clinic',
    check: (values) => ({
      ...findUserFaults(values, { isNew: true, today }),
      ...findClinicFaults(values),
    }),
    save: async (values) => {
      const clinicData = toClinicDraft(values)
      if (!clinicData) return
      const { password, confirmPassword } = values
      const userData = { ...toUserDetails(values), password, confirmPassword }
      const created = await createClinic({
        body: { clinicData, userData, permissionProfileData: pickFlags(values) },
      })
      await chooseLanguage(clinicData.lang)
      // Translated now, because the language has just changed.
      toast.done(i18next.t('settings:clinics.created', { name: clinicData.name }))
      onDone(created)
    },
  })
  return (
    <FormFrame
      form={form}
      label={t('settings:clinics.create')}
      saveLabel={t('common:action.create')}
      onCancel={() => onDone()}
    >
      <ClinicFields form={form} title={t('settings:section.clinic')} mayRename />
      <UserFields
        form={form}
        title={t('settings:clinics.firstUser')}
        isNew
        hasClinic={false}
        hasExpiry
      />
      <PermissionFields form={form} flags={firstUserFlags} title={t('settings:user.permissions')} />
    </FormFrame>
  )
}

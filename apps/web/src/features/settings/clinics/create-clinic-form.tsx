import { routes } from '@talus/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { chooseLanguage } from '../../../language.ts'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { useToday } from '../../../ui/use-today.ts'
import { clinicQueries, userQueries } from '../settings.queries.ts'
import { PermissionFields } from '../users/permission-fields.tsx'
import { flagLabels, flagsOf, noFlagValues, offeredFlags } from '../users/permission-values.ts'
import { UserFields } from '../users/user-fields.tsx'
import {
  detailsOf,
  newUser,
  userFaults,
  userLabels,
  userRequired,
  userSecrets,
} from '../users/user-values.ts'
import { ClinicFields } from './clinic-fields.tsx'
import { clinicFaults, clinicLabels, clinicRequired, draftOf, newClinic } from './clinic-values.ts'

/** A clinic is begun by its administrator, not by an operator. */
const offered = offeredFlags.filter((flag) => flag !== 'operator')
const initial = () => ({
  ...newClinic(),
  ...newUser(),
  ...noFlagValues,
  clinicAdmin: true,
})

/** The clinic, its first user and that user's permissions, saved together or not at all. */
export function CreateClinicForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const today = useToday()
  const form = useForm({
    initial: initial(),
    labels: { ...clinicLabels(), ...userLabels(), ...flagLabels() },
    required: [...clinicRequired, ...userRequired, ...userSecrets],
    secrets: userSecrets,
    places: { 'userData.email': 'userEmail' },
    isNew: true,
    draft: 'new-clinic',
    check: (values) => ({
      ...userFaults(values, { isNew: true, today }),
      ...clinicFaults(values),
    }),
    save: async (values) => {
      const clinicData = draftOf(values)
      if (!clinicData) return
      const { password, confirmPassword } = values
      const userData = { ...detailsOf(values), password, confirmPassword }
      await call(routes.clinic.createWithUser, {
        body: { clinicData, userData, permissionProfileData: flagsOf(values) },
      })
      await Promise.all([
        client.invalidateQueries({ queryKey: clinicQueries.all }),
        client.invalidateQueries({ queryKey: userQueries.all }),
      ])
      await chooseLanguage(clinicData.lang)
      // In the language that has just been chosen.
      toast.done(i18next.t('settings:clinics.created', { name: clinicData.name }))
      onDone()
    },
  })
  return (
    <FormFrame
      form={form}
      label={t('settings:clinics.create')}
      saveLabel={t('common:action.create')}
      onCancel={onDone}
    >
      <ClinicFields form={form} title={t('settings:section.clinic')} mayRename />
      <UserFields
        form={form}
        title={t('settings:clinics.firstUser')}
        isNew
        hasClinic={false}
        hasExpiry
      />
      <PermissionFields form={form} flags={offered} title={t('settings:user.permissions')} />
    </FormFrame>
  )
}

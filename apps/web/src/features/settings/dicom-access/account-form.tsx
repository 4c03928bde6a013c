import { ServiceAccountDraft } from '@talus/contract'
import type { ClinicId, ServiceAccount } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { serviceAccountMutations } from '../../../api/records/dicom-access.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { CheckField, DayField, TextField } from '../../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { NewKey } from './new-key.tsx'

interface AccountFormProps {
  readonly clinicId: ClinicId
  /** Undefined for a new account, whose key is shown after it has been created. */
  readonly account?: ServiceAccount | undefined
  readonly onDone: () => void
}

const nameMax = 100

export function AccountForm({ clinicId, account, onDone }: AccountFormProps) {
  const { t } = useTranslation()
  const createAccount = useRecordMutation(serviceAccountMutations.create)
  const updateAccount = useRecordMutation(serviceAccountMutations.update)
  const form = useForm({
    initial: {
      name: account?.name ?? '',
      validUntil: account?.validUntil ?? '',
      mayQuery: account?.mayQuery ?? true,
      mayRetrieve: account?.mayRetrieve ?? true,
      mayStore: account?.mayStore ?? false,
    },
    labels: {
      name: t('access:account.name'),
      validUntil: t('access:account.validUntil'),
      mayQuery: t('access:account.mayQuery'),
      mayRetrieve: t('access:account.mayRetrieve'),
      mayStore: t('access:account.mayStore'),
    },
    required: ['name'],
    isNew: account === undefined,
    check: ({ validUntil, ...values }) =>
      findSchemaFaults(ServiceAccountDraft, {
        ...values,
        clinicId,
        validUntil: validUntil || null,
      }),
    save: async ({ validUntil, ...values }) => {
      const body = { ...values, validUntil: validUntil || null }
      if (account) {
        await updateAccount({ body: { ...body, id: account.id } })
        toast.done(t('common:form.saved'))
        return onDone()
      }
      const created = await createAccount({ body: { ...body, clinicId } })
      onDone()
      return openForm(t('access:account.newTitle', { name: created.account.name }), (close) => (
        <NewKey created={created} onDone={close} />
      ))
    },
  })
  return (
    <FormFrame
      form={form}
      label={t('access:account.form')}
      saveLabel={account ? t('common:action.save') : t('access:account.create')}
      onCancel={onDone}
    >
      <FormGroup>
        <TextField
          form={form}
          name="name"
          description={t('access:account.nameHint')}
          maxLength={nameMax}
          isFirst
        />
        <DayField form={form} name="validUntil" description={t('access:account.validUntilHint')} />
      </FormGroup>
      <FormGroup>
        <CheckField form={form} name="mayQuery" description={t('access:account.mayQueryHint')} />
        <CheckField
          form={form}
          name="mayRetrieve"
          description={t('access:account.mayRetrieveHint')}
        />
        <CheckField form={form} name="mayStore" description={t('access:account.mayStoreHint')} />
      </FormGroup>
    </FormFrame>
  )
}

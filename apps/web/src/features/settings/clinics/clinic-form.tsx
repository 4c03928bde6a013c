import type { Clinic } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { clinicMutations, clinicQueries } from '../../../api/records/clinic.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { selectClinic, useClinicInUse } from '../../../api/selected-clinic.ts'
import { useCan } from '../../../api/session.ts'
import { chooseLanguage } from '../../../language.ts'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { ClinicFields } from './clinic-fields.tsx'
import {
  findClinicFaults,
  getClinicLabels,
  clinicRequired,
  toClinicDraft,
  toClinicValues,
} from './clinic-values.ts'

interface ClinicFormProps {
  readonly clinic: Clinic
  /** Closes the modal, if the form is shown in one. */
  readonly onDone?: () => void
}

export function ClinicForm({ clinic, onDone }: ClinicFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const updateClinic = useRecordMutation(clinicMutations.update)
  const mayEdit = useCan('clinic.edit')
  const mayRename = useCan('clinic.rename')
  const { isOtherClinic, clinic: inUse, own } = useClinicInUse()
  const form = useForm({
    initial: toClinicValues(clinic),
    labels: getClinicLabels(),
    required: clinicRequired,
    draft: `clinic-${clinic.id}`,
    check: findClinicFaults,
    save: async (_values, edits) => {
      const now = await client.query({ ...clinicQueries.one(clinic.id), staleTime: 0 })
      const draft = toClinicDraft({ ...toClinicValues(now), ...edits })
      if (!draft) return
      const saved = await updateClinic({
        body: { ...draft, id: clinic.id, createdOn: clinic.createdOn },
      })
      if (isOtherClinic && inUse?.id === saved.id) selectClinic(saved)
      const isNewLanguage = edits.lang !== undefined && edits.lang !== clinic.lang
      if (own?.id === saved.id && isNewLanguage) await chooseLanguage(saved.lang)
      // Translated now, because the language may just have changed.
      toast.done(i18next.t('common:form.saved'))
      onDone?.()
    },
  })
  return (
    <FormFrame
      form={form}
      label={t('settings:clinic.form')}
      saveLabel={t('common:action.save')}
      isReadOnly={!mayEdit}
      {...(onDone && { onCancel: onDone })}
    >
      <ClinicFields form={form} mayRename={mayRename} isReadOnly={!mayEdit} />
    </FormFrame>
  )
}

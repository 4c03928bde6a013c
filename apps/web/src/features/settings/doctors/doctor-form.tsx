import { DoctorDraft, limits } from '@talus/contract'
import type { ClinicId, Doctor } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { doctorMutations } from '../../../api/records/doctor.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'

interface DoctorFormProps {
  readonly clinicId: ClinicId
  /** Undefined for a new doctor. */
  readonly doctor?: Doctor | undefined
  readonly onDone: () => void
}

export function DoctorForm({ clinicId, doctor, onDone }: DoctorFormProps) {
  const { t } = useTranslation()
  const createDoctor = useRecordMutation(doctorMutations.create)
  const updateDoctor = useRecordMutation(doctorMutations.update)
  const form = useForm({
    initial: { firstName: doctor?.firstName ?? '', lastName: doctor?.lastName ?? '' },
    labels: { firstName: t('settings:user.firstName'), lastName: t('settings:user.lastName') },
    required: ['firstName', 'lastName'],
    isNew: doctor === undefined,
    draft: doctor ? `doctor-${doctor.id}` : `new-doctor-of-${clinicId}`,
    check: (values) => findSchemaFaults(DoctorDraft, values),
    save: async (names) => {
      if (doctor) await updateDoctor({ body: { ...doctor, ...names } })
      else await createDoctor({ body: { ...names, clinicId, role: 1, isActive: true } })
      toast.done(t('common:form.saved'))
      onDone()
    },
  })
  return (
    <FormFrame
      form={form}
      label={t('settings:doctor.form')}
      saveLabel={doctor ? t('common:action.save') : t('common:action.create')}
      onCancel={onDone}
    >
      <FormGroup>
        <TextField form={form} name="firstName" maxLength={limits.personNameMax} isFirst />
        <TextField form={form} name="lastName" maxLength={limits.personNameMax} />
      </FormGroup>
    </FormFrame>
  )
}

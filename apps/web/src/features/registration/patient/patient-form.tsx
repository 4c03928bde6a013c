import { formatPatientName, getSpeciesId, limits, PatientDraft, species } from '@talus/contract'
import type { Patient } from '@talus/contract'
import type { OwnerId } from '@talus/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { patientMutations } from '../../../api/records/patient.ts'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { CardField } from '../../../ui/form/card-field.tsx'
import { CheckField, DayField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { PatientNameField } from '../../../ui/form/patient-name-field.tsx'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'
import { isDay } from '../../../ui/format/dates.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { SpeciesIcon } from '../../../ui/display/species-icon.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { BreedField } from './breed-field.tsx'
import { toPatientDraft, toFormValues } from './patient-values.ts'
import { RemoveButton } from '../remove-button.tsx'
import { useClinicDay } from '../use-clinic-day.ts'
import { useSubjectLabels } from './use-subject-labels.ts'
import styles from '../forms.module.css'

interface PatientFormProps {
  readonly clinic: SelectedClinic
  /** Null in a clinic for human patients. */
  readonly ownerId: OwnerId | null
  /** Undefined for a new patient. */
  readonly patient?: Patient | undefined
  readonly typed?: string
  /** Merge, move and history of an existing patient. */
  readonly menu?: ReactNode
  readonly onSaved: (patient: Patient) => void
  readonly onRemoved?: () => void
  readonly onCancel: () => void
}

export function PatientForm(props: PatientFormProps) {
  const { clinic, ownerId, patient, typed = '', menu, onSaved, onRemoved, onCancel } = props
  const { t } = useTranslation()
  const createPatient = useRecordMutation(patientMutations.create)
  const updatePatient = useRecordMutation(patientMutations.update)
  const removePatient = useRecordMutation(patientMutations.remove)
  const today = useClinicDay(clinic.timeZone)
  const isVeterinary = clinic.clinicType === 'Veterinary'
  const context = { clinicId: clinic.id, ownerId }
  const form = useForm({
    initial: toFormValues(patient, typed),
    labels: {
      name: t('registration:animal.name'),
      speciesId: t('registration:animal.species'),
      breedId: t('registration:animal.breed'),
      sex: t('registration:animal.sex'),
      neutered: t('registration:animal.neutered'),
      birthDate: t('registration:animal.birthDate'),
      patientId: t('registration:animal.patientId'),
      accessionCode: t('registration:animal.accessionCode'),
      description: t('registration:animal.description'),
    },
    required: isVeterinary ? ['name', 'speciesId'] : ['name'],
    isNew: patient === undefined,
    draft: patient ? `patient-${patient.id}` : `new-patient-of-${clinic.id}-${ownerId}-${typed}`,
    check: (values) => ({
      ...(isDay(values.birthDate) &&
        values.birthDate > today && { birthDate: t('registration:animal.unborn') }),
      ...findSchemaFaults(PatientDraft, toPatientDraft(values, context)),
    }),
    save: async (values) => {
      const body = toPatientDraft(values, context)
      const saved = patient
        ? await updatePatient({ body: { ...body, id: patient.id } })
        : await createPatient({ body })
      toast.done(t('common:form.saved'))
      onSaved(saved)
    },
  })
  const labels = useSubjectLabels(isVeterinary)
  const sexes = [
    { value: 'Male', content: labels.sexes.Male },
    { value: 'Female', content: labels.sexes.Female },
    { value: '', content: labels.sexes.unknown },
  ]
  const automatic = t('registration:animal.automatic')
  return (
    <div className={styles.gloves}>
      <FormFrame
        form={form}
        label={labels.form}
        saveLabel={t('common:action.save')}
        onCancel={onCancel}
        actions={
          patient && onRemoved ? (
            <>
              {menu}
              <RemoveButton
                kind={isVeterinary ? 'animal' : 'patient'}
                name={formatPatientName(t, patient.name)}
                remove={() => removePatient({ body: { ...patient, status: 'Inactive' } })}
                onRemoved={() => {
                  form.reset()
                  onRemoved()
                }}
              />
            </>
          ) : null
        }
      >
        <FormGroup>
          <PatientNameField
            form={form}
            name="name"
            recorded={patient?.name}
            maxLength={limits.personNameMax}
            isFirst
            isWide
          />
          {isVeterinary ? (
            <CardField
              form={form}
              name="speciesId"
              className={styles.wide}
              onChoose={(speciesId) => form.setValues({ speciesId, breedId: '' })}
              cards={species.map((kind) => ({
                value: String(getSpeciesId(kind)),
                content: (
                  <span className={styles.species}>
                    <SpeciesIcon species={kind} size="3xl" />
                    {t(`studies:species.${kind}`)}
                  </span>
                ),
              }))}
            />
          ) : null}
          {isVeterinary ? <BreedField form={form} speciesId={form.values.speciesId} /> : null}
          <CardField form={form} name="sex" cards={sexes} />
          <DayField
            form={form}
            name="birthDate"
            agesUntil={today}
            description={t('registration:animal.birthDateHint')}
          />
          {isVeterinary ? (
            <div className={styles.checks}>
              <CheckField form={form} name="neutered" />
            </div>
          ) : null}
          <TextField form={form} name="patientId" placeholder={automatic} />
          <TextField form={form} name="accessionCode" placeholder={automatic} />
          <div className={styles.wide}>
            <TextAreaField form={form} name="description" rows={2} />
          </div>
        </FormGroup>
      </FormFrame>
    </div>
  )
}

import { limits, PatientDraft, species, speciesIdOf } from '@talus/contract'
import type { Patient } from '@talus/contract'
import type { OwnerId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import type { SelectedClinic } from '../../api/clinic-choice.ts'
import { CardField } from '../../ui/form/card-field.tsx'
import { CheckField, DayField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../ui/form/form-frame.tsx'
import { schemaFaults } from '../../ui/form/schema-faults.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { SpeciesIcon } from '../../ui/species-icon.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import { BreedField } from './breed-field.tsx'
import { draftOf, valuesOf } from './patient-values.ts'
import { patientQueries, peopleChanged } from './registration.queries.ts'
import { RemoveButton } from './remove-button.tsx'
import { useClinicDay } from './use-clinic-day.ts'
import { useSubjectWords } from './use-subject-words.ts'
import styles from './forms.module.css'

interface PatientFormProps {
  readonly clinic: SelectedClinic
  /** Nobody in a clinic for people. */
  readonly ownerId: OwnerId | null
  /** Without one, a new patient. */
  readonly patient?: Patient | undefined
  readonly typed?: string
  readonly onSaved: (patient: Patient) => void
  readonly onRemoved?: () => void
  readonly onCancel: () => void
}

export function PatientForm(props: PatientFormProps) {
  const { clinic, ownerId, patient, typed = '', onSaved, onRemoved, onCancel } = props
  const { t } = useTranslation()
  const client = useQueryClient()
  const today = useClinicDay(clinic.timeZone)
  const isVeterinary = clinic.clinicType === 'Veterinary'
  const place = { clinicId: clinic.id, ownerId }
  const form = useForm({
    initial: valuesOf(patient, typed),
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
      ...(values.birthDate > today && { birthDate: t('registration:animal.unborn') }),
      ...schemaFaults(PatientDraft, draftOf(values, place)),
    }),
    save: async (values) => {
      const body = draftOf(values, place)
      const saved = patient
        ? await call(routes.patient.update, { body: { ...body, id: patient.id } })
        : await call(routes.patient.create, { body })
      client.setQueryData(patientQueries.one(saved.id).queryKey, saved)
      await peopleChanged(client)
      toast.done(t('common:form.saved'))
      onSaved(saved)
    },
  })
  const words = useSubjectWords(isVeterinary)
  const sexes = [
    { value: 'Male', content: words.sexes.Male },
    { value: 'Female', content: words.sexes.Female },
    { value: '', content: words.sexes.unknown },
  ]
  const automatic = t('registration:animal.automatic')
  return (
    <div className={styles.gloves}>
      <FormFrame
        form={form}
        label={words.form}
        saveLabel={t('common:action.save')}
        onCancel={onCancel}
        actions={
          patient && onRemoved ? (
            <RemoveButton
              kind={isVeterinary ? 'animal' : 'patient'}
              name={patient.name}
              remove={() =>
                call(routes.patient.update, { body: { ...patient, status: 'Inactive' } })
              }
              onRemoved={() => {
                form.reset()
                onRemoved()
              }}
            />
          ) : null
        }
      >
        <FormGroup>
          <TextField form={form} name="name" maxLength={limits.personNameMax} isFirst isWide />
          {isVeterinary ? (
            <CardField
              form={form}
              name="speciesId"
              className={styles.wide}
              onChoose={(speciesId) => form.setValues({ speciesId, breedId: '' })}
              cards={species.map((kind) => ({
                value: String(speciesIdOf(kind)),
                content: (
                  <span className={styles.species}>
                    <SpeciesIcon species={kind} size={32} />
                    {t(`studies:species.${kind}`)}
                  </span>
                ),
              }))}
            />
          ) : null}
          {isVeterinary ? <BreedField form={form} speciesId={form.values.speciesId} /> : null}
          <CardField form={form} name="sex" cards={sexes} />
          <DayField form={form} name="birthDate" />
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

import { Autocomplete } from '@mantine/core'
import { formatBreed, otherBreed } from '@talus/anatomy'
import { foldText, species, weightUnits } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { breedQuery } from '../../../api/records/breed.ts'
import { toLanguage } from '../../../language.ts'
import { ChoiceField, DayField, TextField } from '../../../ui/form/fields.tsx'
import { FormGroup } from '../../../ui/form/form-frame.tsx'
import { PatientNameField } from '../../../ui/form/patient-name-field.tsx'
import type { FieldHost } from '../../../ui/form/use-form.ts'
import { useToday } from '../../../ui/hooks/use-today.ts'
import { readNewBreed, writeNewBreed } from './case-values.ts'
import type { CaseValues } from './case-values.ts'
import styles from './create-case.module.css'

interface CaseFieldsProps {
  readonly form: FieldHost<keyof CaseValues>
}

/** Patient and owner, filled in from their records. */
export function PatientFields({ form, recorded }: CaseFieldsProps & { readonly recorded: string }) {
  const { t } = useTranslation()
  const today = useToday()
  return (
    <FormGroup title={t('caseForm:group.patient')}>
      <PatientNameField form={form} name="patientName" recorded={recorded} />
      <ChoiceField
        form={form}
        name="speciesId"
        placeholder={t('caseForm:choose')}
        choices={species.map((name, index) => ({
          value: String(index + 1),
          label: t(`cases:species.${name}`),
        }))}
      />
      <BreedField form={form} />
      <DayField form={form} name="birthDate" agesUntil={today} />
      <ChoiceField
        form={form}
        name="sex"
        placeholder={t('caseForm:choose')}
        choices={[
          { value: 'Male', label: t('cases:sex.male') },
          { value: 'Female', label: t('cases:sex.female') },
        ]}
      />
      <ChoiceField
        form={form}
        name="spayed"
        choices={[
          { value: 'Yes', label: t('caseForm:yes') },
          { value: 'No', label: t('caseForm:no') },
        ]}
      />
      <div className={styles.weight}>
        <TextField form={form} name="weight" />
        <ChoiceField
          form={form}
          name="weightUnit"
          choices={weightUnits.map((unit) => ({ value: unit, label: unit }))}
        />
      </div>
      <TextField form={form} name="ownerName" />
      <TextField form={form} name="phone" type="tel" />
      <TextField form={form} name="address" isWide />
    </FormGroup>
  )
}

const maxListed = 60

/** A breed of the species, or a new one: any other text is sent as a new breed. */
function BreedField({ form }: CaseFieldsProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const { data = [] } = useQuery(breedQuery)
  const speciesId = String(form.getValue('speciesId'))
  const value = String(form.getValue('breedId'))
  const breeds = data
    .filter((breed) => String(breed.speciesId) === speciesId)
    .map(({ id, name }) => ({ id: String(id), label: formatBreed(name, language), name }))
    // The breed that is none comes last.
    .toSorted(
      (one, other) =>
        Number(one.name === otherBreed) - Number(other.name === otherBreed) ||
        one.label.localeCompare(other.label, language),
    )
  const newBreed = readNewBreed(value)
  return (
    <Autocomplete
      name="breedId"
      data-field="breedId"
      label={form.getLabel('breedId')}
      required={form.isRequired('breedId')}
      description={newBreed === '' ? undefined : t('caseForm:newBreedHint')}
      limit={maxListed}
      disabled={speciesId === ''}
      data={[...new Set(breeds.map(({ label }) => label))]}
      filter={({ options, search, limit }) => {
        const words = foldText(search).split(' ')
        const found = options.filter(
          (option) =>
            'value' in option && words.every((word) => foldText(option.label).includes(word)),
        )
        return found.slice(0, limit)
      }}
      value={newBreed || (breeds.find(({ id }) => id === value)?.label ?? '')}
      error={form.getFault('breedId')}
      onBlur={() => form.touch('breedId')}
      onChange={(text) => {
        const known = breeds.find(({ label }) => foldText(label) === foldText(text.trim()))
        form.setValue('breedId', known?.id ?? writeNewBreed(text))
      }}
    />
  )
}

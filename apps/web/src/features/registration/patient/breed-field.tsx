import { Select } from '@mantine/core'
import { foldText } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { breedQuery } from '../../../api/records/breed.ts'
import type { FieldHost } from '../../../ui/form/use-form.ts'

interface BreedFieldProps {
  readonly form: FieldHost<'breedId'>
  /** Blank until a species is chosen. */
  readonly speciesId: string
}

/** Most breeds in the list; the others are found by typing. */
const maxListed = 60

/** Selects a breed of the chosen species; the words of the search may be anywhere in the name. */
export function BreedField({ form, speciesId }: BreedFieldProps) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(breedQuery)
  const value = form.getValue('breedId')
  const isOpen = speciesId !== ''
  const breeds = data
    .filter((breed) => String(breed.speciesId) === speciesId)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      // The key discards the search text when the species changes.
      key={speciesId}
      name="breedId"
      data-field="breedId"
      label={form.getLabel('breedId')}
      searchable
      clearable
      selectFirstOptionOnChange
      limit={maxListed}
      disabled={!isOpen}
      placeholder={
        isOpen ? t('registration:animal.breedSearch') : t('registration:animal.breedAfterSpecies')
      }
      nothingFoundMessage={t('registration:animal.breedNone')}
      data={breeds}
      filter={({ options, search, limit }) => {
        const words = foldText(search).split(' ')
        const found = options.filter(
          (option) =>
            'label' in option && words.every((word) => foldText(option.label).includes(word)),
        )
        return found.slice(0, limit)
      }}
      value={typeof value === 'string' && value !== '' ? value : null}
      error={form.getFault('breedId')}
      onBlur={() => form.touch('breedId')}
      onChange={(next) => form.setValue('breedId', next ?? '')}
    />
  )
}

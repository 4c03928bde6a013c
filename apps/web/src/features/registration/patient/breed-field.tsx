import { Select } from '@mantine/core'
import { formatBreed, otherBreed } from '@talus/anatomy'
import { foldText } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { breedQuery } from '../../../api/records/breed.ts'
import { toLanguage } from '../../../language.ts'
import type { FieldHost } from '../../../ui/form/use-form.ts'

interface BreedFieldProps {
  readonly form: FieldHost<'breedId'>
  /** Blank until a species is chosen. */
  readonly speciesId: string
}

/** Most breeds in the list; the others are found by typing. */
const maxListed = 60

/**
 * Selects a breed of the chosen species; the words of the search may be anywhere in its English or
 * its French name.
 */
export function BreedField({ form, speciesId }: BreedFieldProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const { data = [] } = useQuery(breedQuery)
  const value = form.getValue('breedId')
  const isOpen = speciesId !== ''
  const breeds = data
    .filter((breed) => String(breed.speciesId) === speciesId)
    .map(({ id, name }) => ({ value: String(id), label: formatBreed(name, language), name }))
    // Sorted by the shown name; the breed that is none comes last.
    .toSorted(
      (one, other) =>
        Number(one.name === otherBreed) - Number(other.name === otherBreed) ||
        (language === 'fr' ? one.label.localeCompare(other.label, language) : 0),
    )
  const namesOf = new Map(
    breeds.map(({ value: id, label, name }) => [id, foldText(`${label} ${name}`)]),
  )
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
      data={breeds.map(({ value: id, label }) => ({ value: id, label }))}
      filter={({ options, search, limit }) => {
        const words = foldText(search).split(' ')
        const found = options.filter(
          (option) =>
            'value' in option &&
            words.every((word) => namesOf.get(option.value)?.includes(word) ?? false),
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

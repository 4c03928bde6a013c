import { Select } from '@mantine/core'
import { folded } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { breedQuery } from '../../api/breeds.ts'
import type { FieldHost } from '../../ui/form/use-form.ts'

interface BreedFieldProps {
  readonly form: FieldHost<'breedId'>
  /** Blank until one is chosen. */
  readonly speciesId: string
}

/** More than fit on a screen are found by typing. */
const shown = 60

/** The breeds of the chosen species; every word may stand anywhere in the name. */
export function BreedField({ form, speciesId }: BreedFieldProps) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(breedQuery)
  const value = form.valueOf('breedId')
  const isOpen = speciesId !== ''
  const breeds = data
    .filter((breed) => String(breed.speciesId) === speciesId)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      // Another species is another list: what was searched for in the first goes with it.
      key={speciesId}
      name="breedId"
      data-field="breedId"
      label={form.labelOf('breedId')}
      searchable
      clearable
      selectFirstOptionOnChange
      limit={shown}
      disabled={!isOpen}
      placeholder={
        isOpen ? t('registration:animal.breedSearch') : t('registration:animal.breedAfterSpecies')
      }
      nothingFoundMessage={t('registration:animal.breedNone')}
      data={breeds}
      filter={({ options, search, limit }) => {
        const words = folded(search).split(' ')
        const found = options.filter(
          (option) =>
            'label' in option && words.every((word) => folded(option.label).includes(word)),
        )
        return found.slice(0, limit)
      }}
      value={typeof value === 'string' && value !== '' ? value : null}
      error={form.faultOf('breedId')}
      onBlur={() => form.touch('breedId')}
      onChange={(next) => form.setValue('breedId', next ?? '')}
    />
  )
}

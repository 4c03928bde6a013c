import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { ClinicId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldHost } from '../../../ui/form/use-form.ts'
import { clinicQueries } from '../../../api/records/clinic.ts'

interface ClinicFieldProps {
  readonly form: FieldHost<'clinicId'>
  readonly name: 'clinicId'
}

const maxListed = 30
const debounceMs = 200
const placeholderId = ClinicId.parse(1)

/** Selects a clinic; there may be thousands, so the server searches for the typed text. */
export function ClinicField({ form, name }: ClinicFieldProps) {
  const { t } = useTranslation()
  const chosenId = String(form.getValue(name) ?? '')
  const chosen = useQuery({
    ...clinicQueries.one(chosenId === '' ? placeholderId : ClinicId.parse(chosenId)),
    enabled: chosenId !== '',
  })
  const label = chosen.data?.name
  const [searchText, setSearchText] = useState('')
  const [search] = useDebouncedValue(searchText, debounceMs)
  // The field shows the name of the selected clinic, which is not a search.
  const pageQuery = {
    search: search === label ? '' : search,
    living: '1',
    size: maxListed,
  } as const
  const { data } = useQuery(clinicQueries.page(pageQuery))
  const found = (data?.rows ?? []).map(({ id, name: title }) => ({
    value: String(id),
    label: title,
  }))
  const isFound = (option: { readonly value: string }) =>
    found.some(({ value }) => value === option.value)
  const isOutsidePage = label !== undefined && !isFound({ value: chosenId })
  return (
    <Select
      name={name}
      data-field={name}
      label={form.getLabel(name)}
      required
      searchable
      data={isOutsidePage ? [{ value: chosenId, label }, ...found] : found}
      // The server has searched already; the selected clinic is added, but is no search result.
      filter={({ options, search: typed }) =>
        typed === '' ? options : options.filter((option) => 'value' in option && isFound(option))
      }
      value={chosenId === '' ? null : chosenId}
      placeholder={t('common:form.choose')}
      nothingFoundMessage={t('common:table.nothingFound', { words: searchText })}
      error={form.getFault(name)}
      onSearchChange={setSearchText}
      onBlur={() => form.touch(name)}
      onChange={(value) => value !== null && form.setValue(name, value)}
    />
  )
}

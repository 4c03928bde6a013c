import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { ClinicId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldHost } from '../../../ui/form/use-form.ts'
import { clinicQueries } from '../settings.queries.ts'

interface ClinicFieldProps {
  readonly form: FieldHost<'clinicId'>
  readonly name: 'clinicId'
}

const shown = 30
const typingMs = 200
const none = ClinicId.parse(1)

/** One of two or of two thousand clinics: what is typed is searched for by the server. */
export function ClinicField({ form, name }: ClinicFieldProps) {
  const { t } = useTranslation()
  const chosenId = String(form.valueOf(name) ?? '')
  const chosen = useQuery({
    ...clinicQueries.one(chosenId === '' ? none : ClinicId.parse(chosenId)),
    enabled: chosenId !== '',
  })
  const label = chosen.data?.name
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words, typingMs)
  // The name of the chosen one stands in the field; it is not a search.
  const asked = { search: search === label ? '' : search, living: '1', size: shown } as const
  const { data } = useQuery(clinicQueries.page(asked))
  const found = (data?.rows ?? []).map(({ id, name: title }) => ({
    value: String(id),
    label: title,
  }))
  const answers = (option: { readonly value: string }) =>
    found.some(({ value }) => value === option.value)
  const isElsewhere = label !== undefined && !answers({ value: chosenId })
  return (
    <Select
      name={name}
      data-field={name}
      label={form.labelOf(name)}
      required
      searchable
      data={isElsewhere ? [{ value: chosenId, label }, ...found] : found}
      // The server has searched already; the chosen one is added, but is no answer to a search.
      filter={({ options, search: typed }) =>
        typed === '' ? options : options.filter((option) => 'value' in option && answers(option))
      }
      value={chosenId === '' ? null : chosenId}
      placeholder={t('common:form.choose')}
      nothingFoundMessage={t('common:table.nothingFound', { words })}
      error={form.faultOf(name)}
      onSearchChange={setWords}
      onBlur={() => form.touch(name)}
      onChange={(value) => value !== null && form.setValue(name, value)}
    />
  )
}

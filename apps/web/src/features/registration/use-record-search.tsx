import { useDebouncedValue } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { collapseWhitespace } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Suggestion } from '../../ui/inputs/suggest-field.tsx'
import { Icon } from '../../ui/display/icon.tsx'

const debounceMs = 100

interface RecordSearchOptions<Found, Key extends readonly unknown[]> {
  /** Converts the typed text to the search text. */
  readonly toSearchText: (text: string) => string
  readonly queryFor: (searchText: string) => UseQueryOptions<Found[], Error, Found[], Key>
  readonly renderRow: (found: Found) => ReactNode
  readonly onPick: (found: Found) => void
  /** Label of the last row, which creates a new record. */
  readonly newLabel: (typed: string) => string
  readonly onNew: (typed: string) => void
}

/** State of a field that finds a record, or creates a new one from the typed text. */
export function useRecordSearch<
  Found extends { readonly id: number },
  Key extends readonly unknown[],
>(options: RecordSearchOptions<Found, Key>) {
  const [text, setText] = useState('')
  const searchText = options.toSearchText(text)
  const [settled] = useDebouncedValue(searchText, debounceMs)
  const query = useQuery(options.queryFor(settled))
  const found = settled === '' || searchText === '' ? [] : (query.data ?? [])
  const typed = collapseWhitespace(text)
  const isAnswered = query.isError || (query.isSuccess && !query.isPlaceholderData)
  const isSettled = searchText === settled && (searchText === '' || isAnswered)

  const startNew = () => {
    setText('')
    options.onNew(typed)
  }
  const newEntry = {
    key: 'new',
    isExtra: true,
    content: (
      <>
        <Icon icon={IconUserPlus} size="lg" />
        {options.newLabel(typed)}
      </>
    ),
    onPick: startNew,
  }
  const suggestions: readonly Suggestion[] = [
    ...found.map((one) => ({
      key: one.id,
      content: options.renderRow(one),
      onPick: () => {
        setText('')
        options.onPick(one)
      },
    })),
    // Added only after the response: a row that moves would be pressed by mistake.
    ...(isSettled ? [newEntry] : []),
  ]
  return {
    count: found.length,
    startNew,
    field: { text, onText: setText, suggestions, isSettled },
  }
}

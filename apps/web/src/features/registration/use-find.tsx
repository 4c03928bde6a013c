import { useDebouncedValue } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { collapsed } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Suggestion } from '../../ui/suggest-field.tsx'

const typingMs = 100

interface Finding<Found, Key extends readonly unknown[]> {
  /** What of the text is looked for. */
  readonly searchedFor: (text: string) => string
  readonly queryFor: (asked: string) => UseQueryOptions<Found[], Error, Found[], Key>
  readonly line: (found: Found) => ReactNode
  readonly onPick: (found: Found) => void
  /** Of the last line, for somebody who is not there yet. */
  readonly newLabel: (typed: string) => string
  readonly onNew: (typed: string) => void
}

/** One field that finds somebody, or begins somebody new with what was typed. */
export function useFind<Found extends { readonly id: number }, Key extends readonly unknown[]>(
  finding: Finding<Found, Key>,
) {
  const [text, setText] = useState('')
  const asked = finding.searchedFor(text)
  const [settled] = useDebouncedValue(asked, typingMs)
  const query = useQuery(finding.queryFor(settled))
  const found = settled === '' || asked === '' ? [] : (query.data ?? [])
  const typed = collapsed(text)
  const isAnswered = query.isError || (query.isSuccess && !query.isPlaceholderData)
  const isSettled = asked === settled && (asked === '' || isAnswered)

  const startNew = () => {
    setText('')
    finding.onNew(typed)
  }
  const somebodyNew = {
    key: 'new',
    isExtra: true,
    content: (
      <>
        <IconUserPlus size={20} stroke={1.5} aria-hidden />
        {finding.newLabel(typed)}
      </>
    ),
    onPick: startNew,
  }
  const suggestions: readonly Suggestion[] = [
    ...found.map((one) => ({
      key: one.id,
      content: finding.line(one),
      onPick: () => {
        setText('')
        finding.onPick(one)
      },
    })),
    // Only when it is known who there is: a line that moves under the finger is pressed by mistake.
    ...(isSettled ? [somebodyNew] : []),
  ]
  return {
    count: found.length,
    startNew,
    field: { text, onText: setText, suggestions, isSettled },
  }
}

import { ActionIcon, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './suggest-field.module.css'
import { Icon } from '../display/icon.tsx'

export interface Suggestion {
  readonly key: string | number
  readonly content: ReactNode
  readonly onPick: () => void
  /** Separated at the end of the list: not a search result. */
  readonly isExtra?: boolean
}

interface SuggestFieldProps {
  /** The accessible name of the field and its list. */
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly suggestions: readonly Suggestion[]
  /** The suggestions are those of the current text. */
  readonly isSettled: boolean
  /** Announced by a screen reader when the list has changed. */
  readonly summary: string
  /** The `data-part` attribute, by which other code finds the field. */
  readonly part: string
}

/**
 * A search field with suggestions: the first is marked, Enter picks it, arrow keys move the mark.
 */
export function SuggestField(props: SuggestFieldProps) {
  const { label, placeholder, text, onText, suggestions, isSettled } = props
  const { t } = useTranslation()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(0)
  /** The user pressed Enter before the suggestions of the current text arrived. */
  const [isEnterPending, setEnterPending] = useState(false)
  const at = Math.min(marked, suggestions.length - 1)
  const isListVisible = isOpen && suggestions.length > 0
  const optionId = (index: number) => `${listId}-${index}`

  const close = () => {
    setOpen(false)
    setEnterPending(false)
    setMarked(0)
  }
  const pick = (index: number) => {
    const chosen = suggestions[index]
    if (!chosen) return
    close()
    chosen.onPick()
  }
  const type = (next: string) => {
    onText(next)
    setOpen(true)
    setMarked(0)
    setEnterPending(false)
  }

  const latest = useRef(pick)
  useEffect(() => {
    latest.current = pick
  })
  useEffect(() => {
    if (isEnterPending && isSettled) latest.current(0)
  }, [isEnterPending, isSettled])
  useEffect(() => {
    if (isListVisible)
      document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [isListVisible, listId, at])

  const move = (step: number) => {
    if (isOpen) setMarked((at + step + suggestions.length) % suggestions.length)
    else setOpen(true)
  }
  const escape = () => {
    if (isOpen) close()
    else if (text === '') input.current?.blur()
    else onText('')
  }
  const enter = () => {
    if (!isOpen) setOpen(true)
    else if (isSettled) pick(at)
    else setEnterPending(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const act = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Escape: escape,
      Enter: enter,
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <div className={styles.field}>
      <TextInput
        ref={input}
        data-part={props.part}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isListVisible}
        aria-controls={listId}
        {...(isListVisible && { 'aria-activedescendant': optionId(at) })}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
        leftSection={<Icon icon={IconSearch} size="lg" />}
        rightSectionWidth={44}
        rightSection={
          text === '' ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={40}
              aria-label={t('common:table.clearSearch')}
              onClick={() => {
                onText('')
                close()
                input.current?.focus()
              }}
            >
              <Icon icon={IconX} />
            </ActionIcon>
          )
        }
        classNames={{ input: styles.input ?? '', section: styles.section ?? '' }}
      />
      {isListVisible ? (
        <div className={styles.list} role="listbox" id={listId} aria-label={label}>
          {suggestions.map((suggestion, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
            <div
              key={suggestion.key}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.option}
              data-extra={suggestion.isExtra || undefined}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => setMarked(index)}
              onClick={() => pick(index)}
            >
              {suggestion.content}
            </div>
          ))}
        </div>
      ) : null}
      <VisuallyHidden role="status">
        {isListVisible && isSettled ? props.summary : ''}
      </VisuallyHidden>
    </div>
  )
}

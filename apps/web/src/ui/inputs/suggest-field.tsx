import { ActionIcon, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
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
  /** A dialog that is opened gives it the focus. */
  readonly isFirst?: boolean
}

/**
 * A search field with suggestions: the first is marked, Enter picks it, arrow keys move the mark.
 */
export function SuggestField(props: SuggestFieldProps) {
  const { label, placeholder, text, suggestions } = props
  const { t } = useTranslation()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useSuggestionList(props, input)
  const { marked, isVisible } = list
  const optionId = (index: number) => `${listId}-${index}`
  useEffect(() => {
    if (isVisible)
      document.getElementById(`${listId}-${marked}`)?.scrollIntoView({ block: 'nearest' })
  }, [isVisible, listId, marked])

  return (
    <div className={styles.field}>
      <TextInput
        ref={input}
        data-part={props.part}
        {...(props.isFirst && { 'data-autofocus': true })}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isVisible}
        aria-controls={listId}
        {...(isVisible && { 'aria-activedescendant': optionId(marked) })}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => list.type(event.currentTarget.value)}
        onClick={list.open}
        onBlur={list.close}
        onKeyDown={list.onKeyDown}
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
                props.onText('')
                list.close()
                input.current?.focus()
              }}
            >
              <Icon icon={IconX} />
            </ActionIcon>
          )
        }
        classNames={{ input: styles.input ?? '', section: styles.section ?? '' }}
      />
      {isVisible ? (
        <div className={styles.list} role="listbox" id={listId} aria-label={label}>
          {suggestions.map((suggestion, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
            <div
              key={suggestion.key}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === marked}
              className={styles.option}
              data-extra={suggestion.isExtra || undefined}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => list.mark(index)}
              onClick={() => list.pick(index)}
            >
              {suggestion.content}
            </div>
          ))}
        </div>
      ) : null}
      <VisuallyHidden role="status">
        {isVisible && props.isSettled ? props.summary : ''}
      </VisuallyHidden>
    </div>
  )
}

/** The list below the field: whether it is open, which suggestion is marked, and the keys. */
function useSuggestionList(
  {
    text,
    onText,
    suggestions,
    isSettled,
  }: Pick<SuggestFieldProps, 'text' | 'onText' | 'suggestions' | 'isSettled'>,
  input: RefObject<HTMLInputElement | null>,
) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(0)
  /** The user pressed Enter before the suggestions of the current text arrived. */
  const [isEnterPending, setEnterPending] = useState(false)
  const marked = Math.min(chosen, suggestions.length - 1)

  const close = () => {
    setOpen(false)
    setEnterPending(false)
    setChosen(0)
  }
  const pick = (index: number) => {
    const suggestion = suggestions[index]
    if (!suggestion) return
    close()
    suggestion.onPick()
  }
  const type = (next: string) => {
    onText(next)
    setOpen(true)
    setChosen(0)
    setEnterPending(false)
  }

  const latest = useRef(pick)
  useEffect(() => {
    latest.current = pick
  })
  useEffect(() => {
    if (isEnterPending && isSettled) latest.current(0)
  }, [isEnterPending, isSettled])

  const move = (step: number) => {
    if (isOpen) setChosen((marked + step + suggestions.length) % suggestions.length)
    else setOpen(true)
  }
  const escape = () => {
    if (isOpen) close()
    else if (text === '') input.current?.blur()
    else onText('')
  }
  const enter = () => {
    if (!isOpen) setOpen(true)
    else if (isSettled) pick(marked)
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
  return {
    isVisible: isOpen && suggestions.length > 0,
    /** The index of the marked suggestion. */
    marked,
    mark: setChosen,
    open: () => setOpen(true),
    close,
    pick,
    type,
    onKeyDown,
  }
}

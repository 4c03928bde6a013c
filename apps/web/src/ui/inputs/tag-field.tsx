import { Input } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../display/icon.tsx'
import styles from './tag-field.module.css'

interface TagFieldProps {
  readonly label: string
  readonly name: string
  readonly tags: readonly string[]
  readonly onTags: (tags: readonly string[]) => void
  readonly description?: string | undefined
  readonly error?: string | undefined
  readonly placeholder?: string | undefined
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly isFirst?: boolean
  readonly maxLength?: number
  /** Separates two tags; Enter and leaving the field also end a tag. */
  readonly separator: RegExp
  readonly isFaulty?: (tag: string) => boolean
  readonly inputType?: 'text' | 'email'
}

/** A list of short texts, each with its own button to remove it. */
export function TagField(props: TagFieldProps) {
  const { label, tags, onTags, separator, error, description, isDisabled = false } = props
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')

  const add = (written: string) => {
    setText('')
    const next = addTags(tags, splitTags(written, separator))
    if (next.length !== tags.length) onTags(next)
  }
  const type = (next: string) => {
    if (separator.test(next)) add(next)
    else setText(next)
  }
  const remove = (tag: string) => {
    onTags(tags.filter((other) => other !== tag))
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = tags.at(-1)
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '' && last !== undefined) {
      // The last tag becomes text again, so that the user can correct it.
      event.preventDefault()
      onTags(tags.slice(0, -1))
      setText(last)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[\n,;]/u.test(pasted)) return
    event.preventDefault()
    add(`${text}${pasted}`)
  }
  const notes = [
    ...(description === undefined ? [] : [`${id}-description`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ].join(' ')
  return (
    <Input.Wrapper
      id={id}
      label={label}
      required={props.isRequired ?? false}
      error={error}
      description={description}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a press beside the tags only reaches for the field, which Tab reaches too */}
      <div
        className={styles.box}
        data-invalid={error !== undefined || undefined}
        data-disabled={isDisabled || undefined}
        onClick={(event) => {
          if (event.target === event.currentTarget) input.current?.focus()
        }}
      >
        {tags.length === 0 ? null : (
          <ul className={styles.tags} aria-label={label}>
            {tags.map((tag) => (
              <li key={tag} className={styles.tag} data-faulty={props.isFaulty?.(tag) || undefined}>
                <span>{tag}</span>
                <button
                  type="button"
                  disabled={isDisabled}
                  aria-label={t('common:tags.remove', { tag })}
                  onClick={() => remove(tag)}
                >
                  <Icon icon={IconX} size="xs" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={input}
          id={id}
          name={props.name}
          className={styles.input}
          type="text"
          inputMode={props.inputType === 'email' ? 'email' : 'text'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          disabled={isDisabled}
          aria-required={props.isRequired || undefined}
          aria-invalid={error !== undefined || undefined}
          {...(notes !== '' && { 'aria-describedby': notes })}
          {...(props.maxLength !== undefined && { maxLength: props.maxLength })}
          {...(props.isFirst && { 'data-autofocus': true })}
          placeholder={tags.length === 0 ? props.placeholder : undefined}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => add(text)}
        />
      </div>
    </Input.Wrapper>
  )
}

/** Splits typed or pasted text into tags. */
export const splitTags = (text: string, separator: RegExp): readonly string[] =>
  text
    .split(/[\n\r]/u)
    .flatMap((line) => line.split(separator))
    .map((part) => part.trim())
    .filter(Boolean)

/** Adds tags without duplicates, ignoring case. */
export function addTags(tags: readonly string[], added: readonly string[]): readonly string[] {
  const next = [...tags]
  for (const tag of added)
    if (!next.some((known) => known.toLowerCase() === tag.toLowerCase())) next.push(tag)
  return next
}

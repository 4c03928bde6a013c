import { Button, Portal, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { TextSelection } from 'prosemirror-state'
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { reportLimits } from '@talus/report/document'
import type { FieldAttributes } from '@talus/report/document'
import { filterOptions, resolveTyped } from './choices.ts'
import { fillField, getSelectedField, goToField } from './fields.ts'
import styles from './popups.module.css'

interface FieldPopupProps {
  readonly view: EditorView
  readonly state: EditorState
}

/** Below the selected field: its choices, or an input for its number, date or text. */
export function FieldPopup({ view, state }: FieldPopupProps) {
  const field = getSelectedField(state)
  if (!field) return null
  const { left, bottom } = view.coordsAtPos(field.position)
  const place = {
    left: Math.min(left, innerWidth - 336),
    top: Math.min(bottom + 4, innerHeight - 280),
  }
  return (
    <Portal target="#main">
      <FieldForm
        key={field.position}
        place={place}
        attributes={field.attributes}
        onFill={(value) => {
          view.focus()
          fillField(field.position, value)(view.state, view.dispatch)
        }}
        onGo={(direction) => {
          view.focus()
          return goToField(direction)(view.state, view.dispatch)
        }}
        onClose={() => {
          view.focus()
          const { tr, selection } = view.state
          view.dispatch(tr.setSelection(TextSelection.create(view.state.doc, selection.to)))
        }}
      />
    </Portal>
  )
}

interface FieldFormProps {
  readonly place: { readonly left: number; readonly top: number }
  readonly attributes: FieldAttributes
  readonly onFill: (value: string) => void
  readonly onGo: (direction: 1 | -1) => boolean
  readonly onClose: () => void
}

function FieldForm({ place, attributes, onFill, onGo, onClose }: FieldFormProps) {
  const { t } = useTranslation()
  const { kind, options, unit, hint, value } = attributes
  const form = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(() => toTyped(attributes))
  const isTyped = text.trim() !== '' && text !== toTyped(attributes)
  const offered = isTyped ? filterOptions(options, text) : options
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('[data-first]')
    first?.focus({ preventScroll: true })
    if (first instanceof HTMLInputElement) first.select()
  }, [])
  const fill = () => {
    if (kind === 'choice') {
      // An option is chosen deliberately: Enter in the empty input goes on.
      if (text.trim() === '') onGo(1)
      else onFill(resolveTyped(options, text))
    } else onFill(kind === 'number' ? withUnit(text, unit) : text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Tab') {
      if (isTyped) fill()
      else if (!onGo(event.shiftKey ? -1 : 1)) onClose()
    } else if (kind === 'choice' && !isTyped && /^[1-9]$/u.test(event.key)) {
      const option = options[Number(event.key) - 1]
      if (option === undefined) return
      onFill(option)
    } else if (isLetter(event) && event.target instanceof HTMLButtonElement) {
      // Letters are the author's own text, also after the arrow keys.
      form.current?.querySelector<HTMLElement>('[data-first]')?.focus()
      setText(event.key)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const selector = kind === 'choice' ? 'button[aria-pressed]' : 'button'
      const buttons = [...(form.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
      const at = buttons.findIndex((button) => button === document.activeElement)
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = at === -1 && step === -1 ? buttons.length - 1 : at + step
      buttons[(next + buttons.length) % buttons.length]?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its content
    <div
      ref={form}
      role="group"
      data-field-form
      aria-label={hint || t(`report:field.${kind}`)}
      className={styles.popup}
      style={place}
      onKeyDown={onKeyDown}
    >
      {hint ? <p className={styles.hint}>{hint}</p> : null}
      <div className={styles.entry}>
        <TextInput
          data-first
          size="sm"
          aria-label={hint || t(`report:field.${kind}`)}
          placeholder={t(`report:field.${kind === 'choice' ? 'own' : kind}`)}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          value={text}
          maxLength={reportLimits.fieldTextMax}
          rightSection={unit || undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) fill()
          }}
        />
        <Button size="sm" onClick={fill}>
          {t('report:field.fill')}
        </Button>
      </div>
      {offered.length > 0 ? (
        <div className={styles.choices}>
          {offered.map((option) => (
            <button
              key={option}
              type="button"
              className={styles.option}
              aria-pressed={option === value}
              onClick={() => onFill(option)}
            >
              <span className={styles.name}>{option}</span>
              <span className={styles.typed}>
                {toDigit(isTyped ? -1 : options.indexOf(option))}
              </span>
            </button>
          ))}
        </div>
      ) : null}
      <p className={styles.keys}>{t(`report:field.${kind === 'choice' ? 'ownKeys' : 'keys'}`)}</p>
    </div>
  )
}

/** The key that chooses an option. */
const toDigit = (index: number) => (index >= 0 && index < 9 ? String(index + 1) : '')

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  /^[\p{L}\p{N}]$/u.test(key) && !ctrlKey && !metaKey && !altKey

const noBreakSpace = '\u00a0'

/** A number is printed with its unit, which stays on its line. */
const withUnit = (text: string, unit: string) => {
  const number = text.trim()
  if (number === '' || unit === '') return number
  return unit === '°' || unit === '%' ? `${number}${unit}` : `${number}${noBreakSpace}${unit}`
}

/** The part of the value that the user types again. */
function toTyped({ kind, unit, value }: FieldAttributes): string {
  if (value === null) return kind === 'date' ? new Date().toLocaleDateString('sv-SE') : ''
  return kind === 'number' && unit !== '' && value.endsWith(unit)
    ? value.slice(0, -unit.length).trimEnd()
    : value
}

import { Textarea } from '@mantine/core'
import { resolveMacro, suggestMacros } from '@talus/report/macros'
import type { Macro } from '@talus/report/macros'
import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { countRemaining } from './check-findings.ts'
import type { FindingsField as FieldName } from './check-findings.ts'
import { findNextField } from './template-texts.ts'
import styles from './reading.module.css'

interface FindingsFieldProps {
  readonly name: FieldName
  readonly value: string
  readonly rows: number
  readonly isReadOnly: boolean
  readonly macros: readonly Macro[]
  readonly onChange: (text: string) => void
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** A text of the report with its counter. Macros are typed with a dot; Tab walks open fields. */
export function FindingsField(props: FindingsFieldProps) {
  const { name, value, rows, isReadOnly, macros, onChange, ref } = props
  const { t } = useTranslation()
  const [caret, setCaret] = useState(0)
  const next = useRef<{ field: HTMLTextAreaElement; at: number }>(undefined)
  useLayoutEffect(() => {
    next.current?.field.setSelectionRange(next.current.at, next.current.at)
    next.current = undefined
  }, [value])
  const remaining = countRemaining(name, value)
  const insert = (field: HTMLTextAreaElement, start: number, end: number, text: string) => {
    next.current = { field, at: start + text.length }
    onChange(value.slice(0, start) + text + value.slice(end))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const field = event.currentTarget
    const selection = { start: field.selectionStart, end: field.selectionEnd }
    if (event.key === 'Tab') {
      const open = findNextField(value, selection, event.shiftKey ? 'back' : 'forward')
      if (!open) return
      event.preventDefault()
      field.setSelectionRange(open.start, open.end)
      return
    }
    if (event.key !== ' ' && event.key !== 'Enter') return
    const match =
      selection.start === selection.end
        ? resolveMacro(value.slice(0, selection.start), macros)
        : undefined
    if (!match) return
    event.preventDefault()
    insert(field, match.start, selection.start, `${match.macro.text} `)
  }
  const suggested = suggestMacros(value.slice(0, caret), macros)
  return (
    <div className={styles.textField}>
      <Textarea
        ref={ref}
        label={t(`caseReading:text.${name}`)}
        value={value}
        rows={rows}
        readOnly={isReadOnly}
        error={remaining < 0 ? t('caseReading:text.tooLong', { count: -remaining }) : undefined}
        description={remaining < 0 ? undefined : t('cases:remaining', { count: remaining })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => {
          setCaret(event.currentTarget.selectionStart)
          onChange(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      {suggested.length === 0 ? null : (
        <ul className={styles.macros} aria-label={t('caseReading:text.macros')}>
          {suggested.map(({ shortcut, text }) => (
            <li key={shortcut}>
              <kbd>.{shortcut}</kbd> {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

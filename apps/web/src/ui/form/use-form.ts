import i18next from 'i18next'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useRestoredFocus } from '../hooks/use-restored-focus.ts'
import { storeDraft, readDraft } from './drafts.ts'
import { getChangedFields, getFields, getMissingFields, mapErrorToFields } from './form-rules.ts'
import type { Faults, FieldName, FormValues } from './form-rules.ts'

export interface FormOptions<Values extends FormValues> {
  /** The current values of the record, or the initial values of a new one. */
  readonly initial: Values
  readonly labels: Readonly<Record<FieldName<Values>, string>>
  readonly required?: readonly FieldName<Values>[]
  /**
   * Faults are shown when the user leaves a field, and block saving. Secrets are checked on Save.
   */
  readonly check?: (values: Values) => Faults<Values>
  /**
   * Errors are shown at the fields they name, else above the form. `edits` has only the fields that
   * the user has changed: merged into the current record, they do not undo changes of other users.
   */
  readonly save: (values: Values, edits: Partial<Values>) => Promise<unknown>
  /** The key of the draft; without it, unsaved input is lost with the form. */
  readonly draft?: string
  /**
   * Never stored in a draft, and checked on Save only: two passwords differ until both are typed.
   */
  readonly secrets?: readonly FieldName<Values>[]
  readonly fieldByPath?: Readonly<Record<string, FieldName<Values>>>
  /** A new record may be saved without changes. */
  readonly isNew?: boolean
}

/**
 * The interface of a form for its fields. A form with more fields is assignable to one with fewer.
 */
export interface FieldHost<Field extends string> {
  readonly getValue: (field: Field) => FormValues[string] | undefined
  readonly setValue: (field: Field, value: string | boolean) => void
  readonly getLabel: (field: Field) => string
  readonly getFault: (field: Field) => string | undefined
  readonly isRequired: (field: Field) => boolean
  readonly touch: (field: Field) => void
}

/** The interface of a form for its frame, independent of its fields. */
export interface FormState {
  readonly error: string | undefined
  readonly isNew: boolean
  readonly isSaving: boolean
  /** Unsaved input of an earlier visit was restored. */
  readonly isRestored: boolean
  /** The labels of the changed fields. */
  readonly changed: readonly string[]
  readonly missing: readonly string[]
  readonly isTrying: boolean
  readonly invalid: readonly string[]
  /** One of the invalid fields already shows its fault. */
  readonly isMarked: boolean
  readonly reset: () => void
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Returns whether the values are valid; faults are shown at the fields. */
  readonly verify: (form: HTMLFormElement | null) => boolean
  /** Runs another action than saving, such as a test; its errors are shown like those of a save. */
  readonly attempt: (form: HTMLFormElement | null, act: () => Promise<unknown>) => Promise<void>
}

function focusOn(form: HTMLFormElement | null, field: string | undefined) {
  if (!form || field === undefined) return
  // A searchable list has its name on a hidden input beside the visible one.
  const seen = `[name="${field}"]:not([type="hidden"]), [data-field="${field}"]`
  // Delayed until the faults are rendered, so that a screen reader reads them with the field.
  setTimeout(() => form.querySelector<HTMLElement>(seen)?.focus(), 0)
}

const getMessage = (thrown: unknown) =>
  thrown instanceof Error && thrown.message !== '' ? thrown.message : i18next.t('errors:unknown')

export function useForm<Values extends FormValues>(options: FormOptions<Values>) {
  type Field = FieldName<Values>
  const { initial, labels, required = [], draft, secrets = [], isNew = false } = options
  const [edits, setEdits] = useState<Partial<Values>>(() =>
    draft === undefined ? {} : readDraft<Values>(draft),
  )
  const [isRestored, setRestored] = useState(Object.keys(edits).length > 0)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [faults, setFaults] = useState<Faults<Values>>({})
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const [isTrying, setTrying] = useState(false)

  const values: Values = { ...initial, ...edits }
  const changed = getChangedFields(initial, values)
  const missing = getMissingFields(required, values)
  const checked: Faults<Values> = options.check?.(values) ?? {}
  const invalid = getFields(values).filter(
    (field) => checked[field] !== undefined && !missing.includes(field) && !secrets.includes(field),
  )
  useRestoredFocus(isSaving)

  const updateEdits = (next: Partial<Values>) => {
    setEdits(next)
    if (draft === undefined) return
    const known = getChangedFields(initial, { ...initial, ...next }).filter(
      (field) => !secrets.includes(field),
    )
    storeDraft(draft, Object.fromEntries(known.map((field) => [field, next[field]])))
  }

  const reset = () => {
    updateEdits({})
    setFaults({})
    setError(undefined)
    setTouched(new Set())
    setRestored(false)
  }

  type Element = HTMLFormElement | null
  const showFaults = (form: Element, found: Faults<Values>, message: string | undefined) => {
    setFaults(found)
    setError(message)
    focusOn(
      form,
      getFields(values).find((field) => found[field] !== undefined),
    )
  }

  const showThrown = (form: Element, thrown: unknown) => {
    const message = getMessage(thrown)
    const refused = mapErrorToFields(
      thrown instanceof Error ? thrown : { message: message },
      values,
      options.fieldByPath,
    )
    showFaults(form, refused.faults, refused.isComplete ? undefined : message)
  }

  const markOpenFields = (form: Element) => {
    const open = [...missing, ...invalid]
    setTouched(new Set([...touched, ...open]))
    focusOn(
      form,
      getFields(values).find((field) => open.includes(field)),
    )
  }

  const verify = (form: Element): boolean => {
    if (missing.length > 0 || invalid.length > 0) {
      markOpenFields(form)
      return false
    }
    const isFaulty = Object.values(checked).some((fault) => fault !== undefined)
    if (isFaulty) showFaults(form, checked, undefined)
    return !isFaulty
  }

  const send = async (form: Element) => {
    setSaving(true)
    setError(undefined)
    try {
      await options.save(values, edits)
      reset()
    } catch (thrown) {
      showThrown(form, thrown)
    } finally {
      setSaving(false)
    }
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const form = event.currentTarget
    const isUnchanged = !isNew && changed.length === 0 && missing.length === 0
    if (!isSaving && !isUnchanged && verify(form)) void send(form)
  }

  const attempt = async (form: Element, act: () => Promise<unknown>) => {
    if (isTrying) return
    setTrying(true)
    setError(undefined)
    try {
      await act()
    } catch (thrown) {
      showThrown(form, thrown)
    } finally {
      setTrying(false)
    }
  }

  const getFault = (field: Field): string | undefined => {
    const shown = faults[field]
    if (shown !== undefined || !touched.has(field)) return shown
    if (missing.includes(field)) return i18next.t('errors:field/required')
    return invalid.includes(field) ? checked[field] : undefined
  }

  const change = (next: Partial<Values>, changedNames: readonly string[]) => {
    updateEdits(next)
    setFaults((now) => ({
      ...now,
      ...Object.fromEntries(changedNames.map((one) => [one, undefined])),
    }))
    // No fault is shown while the user types.
    setTouched((now) => new Set([...now].filter((one) => !changedNames.includes(one))))
  }
  /** Sets several fields at once; consecutive `setValue` calls would overwrite each other. */
  const setValues = (changes: Partial<Values>) =>
    change({ ...edits, ...changes }, Object.keys(changes))

  const fields: FieldHost<Field> = {
    getValue: (field) => values[field],
    setValue: (field, value) => change({ ...edits, [field]: value }, [field]),
    getLabel: (field) => labels[field],
    getFault,
    isRequired: (field) => required.includes(field),
    touch: (field) => setTouched((now) => new Set(now).add(field)),
  }
  const state: FormState = {
    error,
    isNew,
    isSaving,
    isTrying,
    isRestored,
    changed: changed.map((field) => labels[field]),
    missing: missing.map((field) => labels[field]),
    invalid: invalid.map((field) => labels[field]),
    isMarked: invalid.some((field) => touched.has(field)),
    reset,
    submit,
    verify,
    attempt,
  }
  return { ...fields, ...state, setValues, values }
}

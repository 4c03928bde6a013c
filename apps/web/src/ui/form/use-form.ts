import i18next from 'i18next'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useKeptFocus } from '../use-kept-focus.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { changedFields, fieldsOf, missingFields, refusedFields } from './form-rules.ts'
import type { Faults, FieldOf, FormValues } from './form-rules.ts'

export interface FormSettings<Values extends FormValues> {
  /** What the record has now, or what a new one begins with. */
  readonly initial: Values
  readonly labels: Readonly<Record<FieldOf<Values>, string>>
  readonly required?: readonly FieldOf<Values>[]
  /** Shown when a field is left; nothing is sent while there is a fault. Secrets wait for Save. */
  readonly check?: (values: Values) => Faults<Values>
  /**
   * What it throws is shown: at the fields it names, else above the form. `edits` is what this
   * person has changed: laid over the record as it is now, it undoes nobody else's change.
   */
  readonly save: (values: Values, edits: Partial<Values>) => Promise<unknown>
  /** Names the draft; without it, what is typed goes with the form. */
  readonly draft?: string
  /** Never kept in a draft, and judged on Save only: two passwords differ until both are typed. */
  readonly secrets?: readonly FieldOf<Values>[]
  readonly places?: Readonly<Record<string, FieldOf<Values>>>
  /** A new record may be saved as it stands. */
  readonly isNew?: boolean
}

/** What a field needs of its form. A form with more fields serves where fewer are asked for. */
export interface FieldHost<Field extends string> {
  readonly valueOf: (field: Field) => FormValues[string] | undefined
  readonly setValue: (field: Field, value: string | boolean) => void
  readonly labelOf: (field: Field) => string
  readonly faultOf: (field: Field) => string | undefined
  readonly isRequired: (field: Field) => boolean
  readonly touch: (field: Field) => void
}

/** What the frame of a form needs, whatever its fields. */
export interface FormState {
  readonly error: string | undefined
  readonly isNew: boolean
  readonly isSaving: boolean
  /** What was typed before the form was left is back. */
  readonly isRestored: boolean
  /** Labels of the fields. */
  readonly changed: readonly string[]
  readonly missing: readonly string[]
  readonly isTrying: boolean
  readonly invalid: readonly string[]
  /** One of the invalid fields is marked: its fault is no longer news. */
  readonly isMarked: boolean
  readonly reset: () => void
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Says whether the values may be sent; what speaks against it is told at the fields. */
  readonly verify: (form: HTMLFormElement | null) => boolean
  /** Does something beside saving, such as a test; what it throws is told as that of a save. */
  readonly attempt: (form: HTMLFormElement | null, act: () => Promise<unknown>) => Promise<void>
}

function focusOn(form: HTMLFormElement | null, field: string | undefined) {
  if (!form || field === undefined) return
  // A list to search in has its name on a hidden input beside the one that is seen.
  const seen = `[name="${field}"]:not([type="hidden"]), [data-field="${field}"]`
  // After the faults are on the page, so that a screen reader finds them at the field.
  setTimeout(() => form.querySelector<HTMLElement>(seen)?.focus(), 0)
}

const wordsOf = (thrown: unknown) =>
  thrown instanceof Error && thrown.message !== '' ? thrown.message : i18next.t('errors:unknown')

export function useForm<Values extends FormValues>(settings: FormSettings<Values>) {
  type Field = FieldOf<Values>
  const { initial, labels, required = [], draft, secrets = [], isNew = false } = settings
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
  const changed = changedFields(initial, values)
  const missing = missingFields(required, values)
  const checked: Faults<Values> = settings.check?.(values) ?? {}
  const invalid = fieldsOf(values).filter(
    (field) => checked[field] !== undefined && !missing.includes(field) && !secrets.includes(field),
  )
  useKeptFocus(isSaving)

  const keep = (next: Partial<Values>) => {
    setEdits(next)
    if (draft === undefined) return
    const known = changedFields(initial, { ...initial, ...next }).filter(
      (field) => !secrets.includes(field),
    )
    keepDraft(draft, Object.fromEntries(known.map((field) => [field, next[field]])))
  }

  const reset = () => {
    keep({})
    setFaults({})
    setError(undefined)
    setTouched(new Set())
    setRestored(false)
  }

  type Element = HTMLFormElement | null
  const refuse = (form: Element, found: Faults<Values>, words: string | undefined) => {
    setFaults(found)
    setError(words)
    focusOn(
      form,
      fieldsOf(values).find((field) => found[field] !== undefined),
    )
  }

  const tell = (form: Element, thrown: unknown) => {
    const words = wordsOf(thrown)
    const refused = refusedFields(
      thrown instanceof Error ? thrown : { message: words },
      values,
      settings.places,
    )
    refuse(form, refused.faults, refused.isComplete ? undefined : words)
  }

  const reveal = (form: Element) => {
    const open = [...missing, ...invalid]
    setTouched(new Set([...touched, ...open]))
    focusOn(
      form,
      fieldsOf(values).find((field) => open.includes(field)),
    )
  }

  const verify = (form: Element): boolean => {
    if (missing.length > 0 || invalid.length > 0) {
      reveal(form)
      return false
    }
    const isFaulty = Object.values(checked).some((fault) => fault !== undefined)
    if (isFaulty) refuse(form, checked, undefined)
    return !isFaulty
  }

  const send = async (form: Element) => {
    setSaving(true)
    setError(undefined)
    try {
      await settings.save(values, edits)
      reset()
    } catch (thrown) {
      tell(form, thrown)
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
      tell(form, thrown)
    } finally {
      setTrying(false)
    }
  }

  const faultOf = (field: Field): string | undefined => {
    const told = faults[field]
    if (told !== undefined || !touched.has(field)) return told
    if (missing.includes(field)) return i18next.t('errors:field/required')
    return invalid.includes(field) ? checked[field] : undefined
  }

  const change = (next: Partial<Values>, named: readonly string[]) => {
    keep(next)
    setFaults((now) => ({ ...now, ...Object.fromEntries(named.map((one) => [one, undefined])) }))
    // Nobody is told of a fault in the middle of a word.
    setTouched((now) => new Set([...now].filter((one) => !named.includes(one))))
  }
  /** Fields that change together: set one by one, the last would undo those before it. */
  const setValues = (changes: Partial<Values>) =>
    change({ ...edits, ...changes }, Object.keys(changes))

  const fields: FieldHost<Field> = {
    valueOf: (field) => values[field],
    setValue: (field, value) => change({ ...edits, [field]: value }, [field]),
    labelOf: (field) => labels[field],
    faultOf,
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

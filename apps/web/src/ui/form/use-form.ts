import i18next from 'i18next'
import { useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { keepDraft, readDraft } from './drafts.ts'
import { changedFields, isBlank, missingFields, refusedFields } from './form-rules.ts'
import type { Faults, FieldOf, FormValues } from './form-rules.ts'

export interface FormSettings<Values extends FormValues> {
  /** What the record has now, or what a new one begins with. */
  readonly initial: Values
  readonly labels: Readonly<Record<FieldOf<Values>, string>>
  readonly required?: readonly FieldOf<Values>[]
  /** On Save, before anything is sent. */
  readonly check?: (values: Values) => Faults<Values>
  /** What it throws is shown: at the fields it names, else above the form. */
  readonly save: (values: Values) => Promise<unknown>
  /** Names the draft; without it, what is typed goes with the form. */
  readonly draft?: string
  /** Never kept in a draft. */
  readonly secrets?: readonly FieldOf<Values>[]
  readonly places?: Readonly<Record<string, FieldOf<Values>>>
  /** A new record may be saved as it stands. */
  readonly isNew?: boolean
}

export type Form<Values extends FormValues> = ReturnType<typeof useForm<Values>>

const focusOn = (form: HTMLFormElement | null, field: string | undefined) => {
  if (field === undefined) return
  // After the faults are on the page, so that a screen reader finds them at the field.
  setTimeout(() => form?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus(), 0)
}

export function useForm<Values extends FormValues>(settings: FormSettings<Values>) {
  const { initial, labels, required = [], draft, secrets = [], isNew = false } = settings
  const element = useRef<HTMLFormElement>(null)
  const [edits, setEdits] = useState<Partial<Values>>(() =>
    draft === undefined ? {} : ((readDraft(draft) ?? {}) as Partial<Values>),
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

  const keep = (next: Partial<Values>) => {
    setEdits(next)
    if (draft === undefined) return
    const known = changedFields(initial, { ...initial, ...next }).filter(
      (field) => !secrets.includes(field),
    )
    keepDraft(draft, Object.fromEntries(known.map((field) => [field, next[field]])))
  }

  const set = <Field extends FieldOf<Values>>(field: Field, value: Values[Field]) => {
    keep({ ...edits, [field]: value })
    setFaults(({ [field]: _mended, ...others }) => others as Faults<Values>)
  }

  const reset = () => {
    keep({})
    setFaults({})
    setError(undefined)
    setTouched(new Set())
    setRestored(false)
  }

  const refuse = (found: Faults<Values>, words: string | undefined) => {
    setFaults(found)
    setError(words)
    focusOn(
      element.current,
      Object.keys(labels).find((field) => field in found),
    )
  }

  const tell = (thrown: unknown) => {
    const words =
      thrown instanceof Error && thrown.message !== ''
        ? thrown.message
        : i18next.t('errors:unknown')
    const refused = thrown instanceof Error ? refusedFields(thrown, values, settings.places) : null
    refuse(refused?.faults ?? {}, refused?.isComplete ? undefined : words)
  }

  const send = async () => {
    setSaving(true)
    setError(undefined)
    try {
      await settings.save(values)
      reset()
    } catch (thrown) {
      tell(thrown)
    } finally {
      setSaving(false)
    }
  }

  /** Says whether the values may be sent; what speaks against it is told at the fields. */
  const verify = (): boolean => {
    if (missing.length > 0) {
      setTouched(new Set(required))
      focusOn(element.current, missing[0])
      return false
    }
    const found = settings.check?.(values) ?? {}
    if (Object.keys(found).length === 0) return true
    refuse(found, undefined)
    return false
  }

  const submit = (event?: SubmitEvent) => {
    event?.preventDefault()
    event?.stopPropagation()
    const isUnchanged = !isNew && changed.length === 0 && missing.length === 0
    if (isSaving || isUnchanged) return
    if (verify()) void send()
  }

  /** Does something beside saving, such as a test; what it throws is told where a save would tell it. */
  const attempt = async (act: () => Promise<unknown>) => {
    if (isTrying) return
    setTrying(true)
    setError(undefined)
    try {
      await act()
    } catch (thrown) {
      tell(thrown)
    } finally {
      setTrying(false)
    }
  }

  const faultOf = (field: FieldOf<Values>): string | undefined => {
    const fault = faults[field]
    if (fault !== undefined) return fault
    const isMissing = required.includes(field) && touched.has(field) && isBlank(values[field])
    return isMissing ? i18next.t('errors:field/required') : undefined
  }

  return {
    element,
    values,
    labels,
    changed,
    missing,
    error,
    isNew,
    isSaving,
    isTrying,
    isRestored,
    set,
    reset,
    submit,
    verify,
    attempt,
    faultOf,
    isRequired: (field: FieldOf<Values>) => required.includes(field),
    touch: (field: FieldOf<Values>) => setTouched((now) => new Set(now).add(field)),
  }
}

import i18next from 'i18next'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useRestoredFocus } from '../hooks/use-restored-focus.ts'
import { storeDraft, readDraft } from './drafts.ts'
import { getChangedFields, getFields, getMissingFields, mapErrorToFields } from './form-rules.ts'
import type { Faults, FieldName, FormValues } from './form-rules.ts'

/** Keeps the changed fields of a form, e.g. in the storage of the browser. */
interface DraftStore<Values> {
  readonly read: () => Partial<Values>
  readonly write: (edits: Partial<Values>) => void
}

export interface FormOptions<Values extends FormValues> {
  /** The current values of the record, or the initial values of a new one. */
  readonly initial: Values
  readonly labels: Readonly<Record<FieldName<Values>, string>>
  readonly required?: readonly FieldName<Values>[]
  /** The texts of missing fields that have one of their own. */
  readonly describeMissing?: (values: Values) => Faults<Values>
  /**
   * Faults are shown when the user leaves a field, and block saving. Secrets are checked on Save.
   */
  readonly check?: (values: Values) => Faults<Values>
  /**
   * Errors are shown at the fields they name, else above the form. `edits` has only the fields that
   * the user has changed: merged into the current record, they do not undo changes of other users.
   */
  readonly save: (values: Values, edits: Partial<Values>) => Promise<unknown>
  /**
   * The key of a draft in memory, or another place for it; without a draft, unsaved input is lost
   * with the form.
   */
  readonly draft?: string | DraftStore<Values>
  /**
   * Never stored in a draft, and checked on Save only: two passwords differ until both are typed.
   */
  readonly secrets?: readonly FieldName<Values>[]
  readonly fieldByPath?: Readonly<Record<string, FieldName<Values>>>
  /** A form that is always on its page: no field is marked as missing before something is typed. */
  readonly isPermanent?: boolean
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

type FormElement = HTMLFormElement | null

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
  readonly verify: (form: FormElement) => boolean
  /** Runs another action than saving, such as a test; its errors are shown like those of a save. */
  readonly attempt: (form: FormElement, act: () => Promise<unknown>) => Promise<void>
}

function focusOn(form: FormElement, field: string | undefined) {
  if (!form || field === undefined) return
  // A searchable list has its name on a hidden input beside the visible one.
  const seen = `[name="${field}"]:not([type="hidden"]), [data-field="${field}"]`
  // Delayed until the faults are rendered, so that a screen reader reads them with the field.
  setTimeout(() => form.querySelector<HTMLElement>(seen)?.focus(), 0)
}

const getMessage = (thrown: unknown) =>
  thrown instanceof Error && thrown.message !== '' ? thrown.message : i18next.t('errors:unknown')

/** The edits that differ from the initial values: another user may have saved the same by now. */
const pickChanges = <Values extends FormValues>(
  initial: Values,
  edits: Partial<Values>,
  secrets: readonly FieldName<Values>[],
) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field has its own value
  Object.fromEntries(
    getChangedFields(initial, { ...initial, ...edits })
      .filter((field) => !secrets.includes(field))
      .map((field) => [field, edits[field]]),
  ) as Partial<Values>

/** The user's changes, kept in a draft if the form has one. */
function useEdits<Values extends FormValues>(options: FormOptions<Values>) {
  const { initial, draft, secrets = [] } = options
  const [edits, setEdits] = useState<Partial<Values>>(() => {
    if (draft === undefined) return {}
    const kept = typeof draft === 'string' ? readDraft<Values>(draft) : draft.read()
    return pickChanges(initial, kept, secrets)
  })
  const updateEdits = (next: Partial<Values>) => {
    setEdits(next)
    if (draft === undefined) return
    const changes = pickChanges(initial, next, secrets)
    if (typeof draft === 'string') storeDraft(draft, changes)
    else draft.write(changes)
  }
  return { edits, updateEdits }
}

/** The fields that must be filled in or corrected before the values can be saved. */
function findOpenFields<Values extends FormValues>(options: FormOptions<Values>, values: Values) {
  const { required = [], secrets = [] } = options
  const missing = getMissingFields(required, values)
  const checked: Faults<Values> = options.check?.(values) ?? {}
  const invalid = getFields(values).filter(
    (field) => checked[field] !== undefined && !missing.includes(field) && !secrets.includes(field),
  )
  return { missing, checked, invalid }
}

/** The faults that are shown at the fields, and the error above the form. */
function useShownFaults<Values extends FormValues>(
  options: FormOptions<Values>,
  values: Values,
  { missing, checked, invalid }: ReturnType<typeof findOpenFields<Values>>,
) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [faults, setFaults] = useState<Faults<Values>>({})
  const [error, setError] = useState<string>()

  const show = (form: FormElement, found: Faults<Values>, message?: string) => {
    setFaults(found)
    setError(message)
    focusOn(
      form,
      getFields(values).find((field) => found[field] !== undefined),
    )
  }
  return {
    error,
    show,
    showThrown: (form: FormElement, thrown: unknown) => {
      const message = getMessage(thrown)
      const refused = mapErrorToFields(
        thrown instanceof Error ? thrown : { message },
        values,
        options.fieldByPath,
      )
      show(form, refused.faults, refused.isComplete ? undefined : message)
    },
    /** Shows the faults of all fields that are missing or invalid. */
    showOpen: (form: FormElement) => {
      const open = [...missing, ...invalid]
      setTouched(new Set([...touched, ...open]))
      focusOn(
        form,
        getFields(values).find((field) => open.includes(field)),
      )
    },
    getFault: (field: FieldName<Values>): string | undefined => {
      const shown = faults[field]
      if (shown !== undefined || !touched.has(field)) return shown
      if (missing.includes(field))
        return options.describeMissing?.(values)[field] ?? i18next.t('errors:field/required')
      return invalid.includes(field) ? checked[field] : undefined
    },
    isMarked: invalid.some((field) => touched.has(field)),
    touch: (field: FieldName<Values>) => setTouched((now) => new Set(now).add(field)),
    /** Hides the faults of some fields: no fault is shown while the user types. */
    hide: (fields: readonly string[]) => {
      setFaults((now) => ({ ...now, ...Object.fromEntries(fields.map((one) => [one, undefined])) }))
      setTouched((now) => new Set([...now].filter((one) => !fields.includes(one))))
    },
    hideError: () => setError(undefined),
    hideAll: () => {
      setFaults({})
      setError(undefined)
      setTouched(new Set())
    },
  }
}

export function useForm<Values extends FormValues>(options: FormOptions<Values>) {
  const { initial, labels, required = [], isNew = false } = options
  const { edits, updateEdits } = useEdits(options)
  const [isRestored, setRestored] = useState(Object.keys(edits).length > 0)
  const [isSaving, setSaving] = useState(false)
  const [isTrying, setTrying] = useState(false)

  const values: Values = { ...initial, ...edits }
  const changed = getChangedFields(initial, values)
  const open = findOpenFields(options, values)
  const { missing, checked, invalid } = open
  const faults = useShownFaults(options, values, open)
  useRestoredFocus(isSaving)

  const reset = () => {
    updateEdits({})
    faults.hideAll()
    setRestored(false)
  }

  const verify = (form: FormElement): boolean => {
    if (missing.length > 0 || invalid.length > 0) {
      faults.showOpen(form)
      return false
    }
    const isFaulty = Object.values(checked).some((fault) => fault !== undefined)
    if (isFaulty) faults.show(form, checked)
    return !isFaulty
  }

  const run = async (
    form: FormElement,
    setRunning: (isRunning: boolean) => void,
    act: () => Promise<unknown>,
  ) => {
    setRunning(true)
    faults.hideError()
    try {
      await act()
    } catch (thrown) {
      faults.showThrown(form, thrown)
    } finally {
      setRunning(false)
    }
  }

  const save = async () => {
    await options.save(values, edits)
    reset()
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const form = event.currentTarget
    const isUnchanged = !isNew && changed.length === 0 && missing.length === 0
    if (!isSaving && !isUnchanged && verify(form)) void run(form, setSaving, save)
  }

  /** Sets several fields at once; consecutive `setValue` calls would overwrite each other. */
  const setValues = (changes: Partial<Values>) => {
    updateEdits({ ...edits, ...changes })
    faults.hide(Object.keys(changes))
  }

  const fields: FieldHost<FieldName<Values>> = {
    getValue: (field) => values[field],
    setValue: (field, value) => {
      updateEdits({ ...edits, [field]: value })
      faults.hide([field])
    },
    getLabel: (field) => labels[field],
    getFault: faults.getFault,
    isRequired: (field) => required.includes(field),
    touch: (field) => {
      if (!options.isPermanent || changed.length > 0) faults.touch(field)
    },
  }
  const state: FormState = {
    error: faults.error,
    isNew,
    isSaving,
    isTrying,
    isRestored,
    changed: changed.map((field) => labels[field]),
    missing: missing.map((field) => labels[field]),
    invalid: invalid.map((field) => labels[field]),
    isMarked: faults.isMarked,
    reset,
    submit,
    verify,
    attempt: async (form, act) => {
      if (!isTrying) await run(form, setTrying, act)
    },
  }
  return { ...fields, ...state, setValues, values }
}

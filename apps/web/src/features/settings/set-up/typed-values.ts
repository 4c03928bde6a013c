import { tabStorage } from '../../../browser-storage.ts'
import { createClinicValues } from '../clinics/clinic-values.ts'
import type { ClinicValues } from '../clinics/clinic-values.ts'

/** The input of the first user about themselves; the passwords are not kept. */
export type AdministratorValues = {
  firstName: string
  lastName: string
  userEmail: string
  username: string
}

interface TypedValues {
  readonly clinic: ClinicValues
  readonly administrator: AdministratorValues
}

/** In this tab only, and removed with the first sign-in: a reload must not lose the input. */
const valuesKey = 'set-up.values'
const codeKey = 'set-up.code'

/** Most clinics are veterinary ones; the language is that of the first step. */
const createValues = (): TypedValues => ({
  clinic: { ...createClinicValues(), clinicType: 'Veterinary' },
  administrator: { firstName: '', lastName: '', userEmail: '', username: '' },
})

/** Takes only texts of known fields over, because an earlier version may have written them. */
function pickTexts<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  stored: unknown,
): Values {
  if (typeof stored !== 'object' || stored === null) return initial
  const texts = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(initial, name) && typeof value === 'string',
  )
  return { ...initial, ...Object.fromEntries(texts) }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function readTypedValues(text = tabStorage.read(valuesKey)): TypedValues {
  const initial = createValues()
  const stored = text === undefined ? undefined : parse(text)
  if (typeof stored !== 'object' || stored === null) return initial
  return {
    clinic: pickTexts(initial.clinic, Reflect.get(stored, 'clinic')),
    administrator: pickTexts(initial.administrator, Reflect.get(stored, 'administrator')),
  }
}

export const keepTypedValues = ({ clinic, administrator }: TypedValues) =>
  tabStorage.write(valuesKey, JSON.stringify({ clinic, administrator }))

export const readCode = () => tabStorage.read(codeKey)
export const keepCode = (code: string | undefined) => tabStorage.write(codeKey, code)

export function forgetTypedValues() {
  tabStorage.write(valuesKey, undefined)
  keepCode(undefined)
}

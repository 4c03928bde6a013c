import { formatPatientName, languages } from '@talus/contract'
import type { ErrorCode, Language, RefusalValues } from '@talus/contract'
import { resources } from '@talus/i18n'
import i18next from 'i18next'
import { formatBytes } from './format-bytes.ts'

/** The server's translated texts: refusals and mails. One i18next instance holds both languages. */
const instance = i18next.createInstance()
await instance.init({
  resources,
  fallbackLng: 'en',
  supportedLngs: languages,
  defaultNS: 'errors',
  ns: Object.keys(resources.en),
  keySeparator: '.',
  interpolation: { escapeValue: false },
})

export type Translate = (key: string, values?: RefusalValues) => string

export const getTranslator = (language: Language): Translate => {
  const translate = instance.getFixedT(language)
  return (key, values) => translate(key, { ...values })
}

/** Replaces the code of a device fault by its translated text. */
function translateFault(language: Language, values: RefusalValues): RefusalValues {
  const { fault } = values
  if (fault === undefined || !instance.exists(`errors:device/fault-${fault}`)) return values
  return { ...values, fault: getTranslator(language)(`errors:device/fault-${fault}`) }
}

const isSize = (name: string, value: string | number): value is number =>
  name.endsWith('Bytes') && typeof value === 'number'

/** Patients without a name are called so in the language of the refusal. */
const formatNames = (language: Language, values: RefusalValues): RefusalValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? formatPatientName(getTranslator(language), value) : value,
    ]),
  )

/** Writes sizes, whose names end in `Bytes`, in the units of disks. */
const formatSizes = (language: Language, values: RefusalValues): RefusalValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isSize(name, value) ? formatBytes(value, language) : value,
    ]),
  )

export const formatRefusal = (
  language: Language,
  code: ErrorCode,
  values?: RefusalValues,
): string =>
  getTranslator(language)(
    `errors:${code}`,
    values && formatSizes(language, formatNames(language, translateFault(language, values))),
  )

/**
 * A field fault is one of our error codes or, from a built-in check of a schema, a message of zod.
 */
export function formatFieldFault(
  language: Language,
  fault: string,
  values?: RefusalValues,
): string {
  const known = instance.exists(`errors:${fault}`, { lng: language })
  return getTranslator(language)(known ? `errors:${fault}` : 'errors:field/invalid', values)
}

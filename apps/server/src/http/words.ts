import { languages } from '@talus/contract'
import type { ErrorCode, Language, RefusalValues } from '@talus/contract'
import { resources } from '@talus/i18n'
import i18next from 'i18next'

/** The server's own words: refusals, mails. One instance holds both languages. */
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

export type Words = (key: string, values?: RefusalValues) => string

export const wordsIn = (language: Language): Words => {
  const translate = instance.getFixedT(language)
  return (key, values) => translate(key, { ...values })
}

/** A fault of a device is named by a code; people read what it means for them. */
function inWords(language: Language, values: RefusalValues): RefusalValues {
  const { fault } = values
  if (fault === undefined || !instance.exists(`errors:device/fault-${fault}`)) return values
  return { ...values, fault: wordsIn(language)(`errors:device/fault-${fault}`) }
}

export const refusalText = (language: Language, code: ErrorCode, values?: RefusalValues): string =>
  wordsIn(language)(`errors:${code}`, values && inWords(language, values))

/** A field fault is a code of ours or, from a schema's own check, a sentence of zod's. */
export function fieldText(language: Language, fault: string): string {
  const known = instance.exists(`errors:${fault}`, { lng: language })
  return wordsIn(language)(known ? `errors:${fault}` : 'errors:field/invalid')
}

/** The first language of the header that we speak; the page sends the one it is shown in. */
export function languageOf(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const wanted = part.trim().slice(0, 2).toLowerCase()
    const found = languages.find((language) => language === wanted)
    if (found) return found
  }
  return 'en'
}

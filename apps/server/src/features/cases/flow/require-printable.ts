import { refuse } from '@talus/contract'
import { listUnprintable } from '@talus/report/check'

/**
 * Refuses typed texts that the PDF of the report would print with white squares; the message of
 * each field names its characters.
 * @param known Texts of the records, by field: a form that repeats their characters is sent.
 */
export function requirePrintable(
  texts: Readonly<Record<string, string>>,
  known: Readonly<Record<string, string>> = {},
): void {
  const found = Object.entries(texts).flatMap(([field, text]) => {
    const missing = listUnprintable(text).filter((sign) => !known[field]?.includes(sign))
    return missing.length > 0 ? [[field, missing.join(' ')] as const] : []
  })
  if (found.length === 0) return
  refuse('request/invalid', {
    fields: Object.fromEntries(found.map(([field]) => [field, 'field/unprintable'])),
    fieldValues: Object.fromEntries(found.map(([field, characters]) => [field, { characters }])),
  })
}

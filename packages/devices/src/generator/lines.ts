import { generatorKeys } from '@talus/contract'
import type { GeneratorValues } from '../driver.ts'

type Key = (typeof generatorKeys)[number]
const isKey = (text: string): text is Key => generatorKeys.some((key) => key === text)
const number = /^-?\d{1,9}(?:\.\d{1,6})?$/u

/** DEV-16: one `key:value` per line. */
export const linesOf = (values: Partial<GeneratorValues>): string =>
  generatorKeys.flatMap((key) => (key in values ? [`${key}:${values[key]}\n`] : [])).join('')

/** What can be read of it: unknown keys and damaged lines are left out. */
export function valuesOf(text: string): Partial<GeneratorValues> {
  const values: Partial<GeneratorValues> = {}
  for (const line of text.split(/\r?\n/u)) {
    const colon = line.indexOf(':')
    const key = line.slice(0, Math.max(colon, 0)).trim()
    const value = line.slice(colon + 1).trim()
    if (isKey(key) && number.test(value)) values[key] = Number(value)
  }
  return values
}

/** Only what differs, for an event stream. */
export const changesBetween = (
  before: Partial<GeneratorValues>,
  after: GeneratorValues,
): Partial<GeneratorValues> =>
  Object.fromEntries(
    generatorKeys.flatMap((key) => (before[key] === after[key] ? [] : [[key, after[key]]])),
  )

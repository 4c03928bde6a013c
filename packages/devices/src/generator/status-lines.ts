import { generatorKeys } from '@talus/contract'
import type { GeneratorValues } from '../driver.ts'

type Key = (typeof generatorKeys)[number]
const isKey = (text: string): text is Key => generatorKeys.some((key) => key === text)
const numberPattern = /^-?\d{1,9}(?:\.\d{1,6})?$/u

/** Formats values as the specification says: one `key:value` per line. */
export const formatGeneratorStatus = (values: Partial<GeneratorValues>): string =>
  generatorKeys.flatMap((key) => (key in values ? [`${key}:${values[key]}\n`] : [])).join('')

/** Parses lines of `key:value`; unknown keys and damaged lines are skipped. */
export function parseGeneratorStatus(text: string): Partial<GeneratorValues> {
  const values: Partial<GeneratorValues> = {}
  for (const line of text.split(/\r?\n/u)) {
    const colon = line.indexOf(':')
    const key = line.slice(0, Math.max(colon, 0)).trim()
    const value = line.slice(colon + 1).trim()
    if (isKey(key) && numberPattern.test(value)) values[key] = Number(value)
  }
  return values
}

/** The values that differ, for an event stream. */
export const findChanges = (
  before: Partial<GeneratorValues>,
  after: GeneratorValues,
): Partial<GeneratorValues> =>
  Object.fromEntries(
    generatorKeys.flatMap((key) => (before[key] === after[key] ? [] : [[key, after[key]]])),
  )

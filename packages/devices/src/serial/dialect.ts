import type { generatorKeys } from '@talus/contract'
import type { SerialStyle } from './frames.ts'

type Key = (typeof generatorKeys)[number]

interface Field {
  readonly command: string
  readonly digits: number
  /** How many of the digits' unit make one of ours: 100 where milliseconds are sent in hundredths. */
  readonly perUnit: number
}

/** What differs from vendor to vendor: letters, digits, speed. */
export interface SerialDialect {
  readonly style: SerialStyle
  readonly fields: Readonly<Record<Key, Field>>
  /** Between two messages, or the slow ones lose letters. */
  readonly gapMs: number
  readonly answerMs: number
  readonly attempts: number
  readonly pollMs: number
}

export const usualDialect: SerialDialect = {
  style: 'checksum',
  fields: {
    kv: { command: 'KV', digits: 3, perUnit: 1 },
    ma: { command: 'MA', digits: 5, perUnit: 10 },
    ms: { command: 'MS', digits: 6, perUnit: 100 },
    mx: { command: 'MX', digits: 7, perUnit: 1000 },
    fo: { command: 'FO', digits: 1, perUnit: 1 },
    ws: { command: 'WS', digits: 1, perUnit: 1 },
    pw: { command: 'PW', digits: 1, perUnit: 1 },
    ex: { command: 'EX', digits: 3, perUnit: 1 },
  },
  gapMs: 50,
  answerMs: 2000,
  attempts: 3,
  pollMs: 1000,
}

export const keyOfCommand = (dialect: SerialDialect, command: string): Key | undefined =>
  (Object.keys(dialect.fields) as Key[]).find((key) => dialect.fields[key].command === command)

export function valueText({ fields }: SerialDialect, key: Key, value: number): string {
  const { command, digits, perUnit } = fields[key]
  return command + String(Math.round(value * perUnit)).padStart(digits, '0')
}

export const queryText = ({ fields }: SerialDialect, key: Key): string => `${fields[key].command}?`

export function valueOfDigits(
  { fields }: SerialDialect,
  key: Key,
  digits: string,
): number | undefined {
  return /^\d{1,9}$/u.test(digits) ? Number(digits) / fields[key].perUnit : undefined
}

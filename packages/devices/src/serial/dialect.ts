import type { generatorKeys } from '@talus/contract'
import type { SerialStyle } from './messages.ts'

type Key = (typeof generatorKeys)[number]

interface Field {
  readonly command: string
  readonly digits: number
  /** The factor from our unit to that of the digits: 100 if milliseconds are sent in hundredths. */
  readonly perUnit: number
}

/** The differences between vendors: commands, digits, timing. */
export interface SerialDialect {
  readonly style: SerialStyle
  readonly fields: Readonly<Record<Key, Field>>
  /** The pause between two messages; slow generators lose characters without it. */
  readonly gapMs: number
  readonly answerMs: number
  readonly attempts: number
  readonly pollMs: number
}

export const defaultDialect: SerialDialect = {
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

export const findKey = (dialect: SerialDialect, command: string): Key | undefined =>
  (Object.keys(dialect.fields) as Key[]).find((key) => dialect.fields[key].command === command)

export function formatValue({ fields }: SerialDialect, key: Key, value: number): string {
  const { command, digits, perUnit } = fields[key]
  return command + String(Math.round(value * perUnit)).padStart(digits, '0')
}

export const formatQuery = ({ fields }: SerialDialect, key: Key): string =>
  `${fields[key].command}?`

export function parseDigits(
  { fields }: SerialDialect,
  key: Key,
  digits: string,
): number | undefined {
  return /^\d{1,9}$/u.test(digits) ? Number(digits) / fields[key].perUnit : undefined
}

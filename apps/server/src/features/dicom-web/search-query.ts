import { refuse } from '@talus/contract'
import { attributeOf, tagOfKeyword } from '@talus/dicom'
import { isMatched } from '../archive/index.ts'
import type { Level } from '../archive/index.ts'
import { digitsOf } from './attributes-json.ts'
import type { Place } from './addresses.ts'
import type { Query } from './query.ts'

export interface SearchQuery {
  readonly keys: ReadonlyMap<string, string>
  readonly limit: number | undefined
  readonly offset: number
  /** What is wanted beside what is always told, by tags. */
  readonly fields: ReadonlySet<string> | 'all'
  readonly warnings: readonly string[]
  /** The same in the words of PS3.18, for another archive: what was checked, and nothing else. */
  readonly words: URLSearchParams
}

/** Parameters of the service itself, which are no attributes. */
const parameters = new Set([
  'limit',
  'offset',
  'fuzzymatching',
  'emptyvaluematching',
  'multiplevaluematching',
  'includefield',
  'accept',
  'clinicid',
])
const keysMax = 100

const unknownKey = (key: string) => refuse('web/unknown-key', { values: { key: key.slice(0, 64) } })

function tagOf(name: string): number {
  const isTag = /^[0-9A-Fa-f]{8}$/u.test(name)
  return (isTag ? Number.parseInt(name, 16) : tagOfKeyword(name)) ?? unknownKey(name)
}

/** `00400275.00400009`, or the same in words: an attribute within a sequence. */
const isWithinSequence = (name: string) =>
  name.includes('.') && name.split('.').every((part) => tagOf(part) >= 0)

function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^\d{1,9}$/u.test(text) ? Number(text) : refuse('request/malformed')
}

function fieldsOf(query: Query): SearchQuery['fields'] {
  const names = query.all('includefield').flatMap((text) => text.split(','))
  const wanted = names.map((name) => name.trim()).filter(Boolean)
  if (wanted.some((name) => name.toLowerCase() === 'all')) return 'all'
  return new Set(
    wanted.filter((name) => !isWithinSequence(name)).map((name) => digitsOf(tagOf(name))),
  )
}

const fixedKeys = ({ study, series, instance }: Partial<Place>) =>
  Object.entries({ StudyInstanceUID: study, SeriesInstanceUID: series, SOPInstanceUID: instance })

/** Which keys a query asks by (PS3.18 8.3.4), beside those that its path names. */
export function searchQueryOf(query: Query, level: Level, place: Partial<Place>): SearchQuery {
  const keys = new Map<string, string>()
  for (const [keyword, uid] of fixedKeys(place)) if (uid !== undefined) keys.set(keyword, uid)
  const ignored: string[] = []
  const words = new URLSearchParams()
  for (const [name, value] of query.entries) {
    if (parameters.has(name.toLowerCase())) continue
    if (keys.size + ignored.length >= keysMax) refuse('request/malformed')
    if (isWithinSequence(name)) {
      ignored.push(name)
      words.append(name, value)
      continue
    }
    const tag = tagOf(name)
    words.append(name, value)
    const keyword = attributeOf(tag)?.keyword
    // A private attribute has no keyword: it is known to exist and never matched.
    if (keyword === undefined && (tag >>> 16) % 2 === 0) unknownKey(name)
    if (keyword !== undefined && keys.has(keyword)) refuse('request/malformed')
    if (keyword !== undefined && isMatched(level, keyword)) keys.set(keyword, value)
    else if (value.trim() !== '') ignored.push(keyword ?? name)
  }
  const limit = countOf(query.one('limit'))
  const offset = countOf(query.one('offset')) ?? 0
  const fields = fieldsOf(query)
  if (limit !== undefined) words.set('limit', String(limit))
  if (offset > 0) words.set('offset', String(offset))
  for (const field of fields === 'all' ? [fields] : fields) words.append('includefield', field)
  return { keys, limit, offset, fields, words, warnings: warningsOf(query, ignored) }
}

function warningsOf(query: Query, ignored: readonly string[]): readonly string[] {
  const warnings: string[] = []
  const fuzzy = query.one('fuzzymatching')
  if (fuzzy !== undefined && !['true', 'false'].includes(fuzzy)) refuse('request/malformed')
  if (fuzzy === 'true')
    warnings.push(
      'The fuzzymatching parameter is not supported. Only literal matching has been performed.',
    )
  if (ignored.length > 0)
    warnings.push(`The following attributes were not matched: ${ignored.join(', ')}.`)
  return warnings
}

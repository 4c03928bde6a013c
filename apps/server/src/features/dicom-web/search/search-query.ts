import { refuse } from '@talus/contract'
import { findAttribute, findTag } from '@talus/dicom'
import { isMatched } from '../../archive/index.ts'
import type { Level } from '../../archive/index.ts'
import { formatTag } from '../attributes-json.ts'
import type { DicomResource } from '../resource-urls.ts'
import type { Query } from '../query.ts'

export interface SearchQuery {
  readonly keys: ReadonlyMap<string, string>
  readonly limit: number | undefined
  readonly offset: number
  /** Additional attributes to return, by tag. */
  readonly fields: ReadonlySet<string> | 'all'
  readonly warnings: readonly string[]
  /** The validated parameters in the syntax of PS3.18, to forward to another archive. */
  readonly forwarded: URLSearchParams
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

function parseTag(name: string): number {
  const isTag = /^[0-9A-Fa-f]{8}$/u.test(name)
  return (isTag ? Number.parseInt(name, 16) : findTag(name)) ?? unknownKey(name)
}

/** `00400275.00400009`, or the same with keywords: an attribute within a sequence. */
const isWithinSequence = (name: string) =>
  name.includes('.') && name.split('.').every((part) => parseTag(part) >= 0)

function parseCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^\d{1,9}$/u.test(text) ? Number(text) : refuse('request/malformed')
}

function parseFields(query: Query): SearchQuery['fields'] {
  const names = query.all('includefield').flatMap((text) => text.split(','))
  const requested = names.map((name) => name.trim()).filter(Boolean)
  if (requested.some((name) => name.toLowerCase() === 'all')) return 'all'
  return new Set(
    requested.filter((name) => !isWithinSequence(name)).map((name) => formatTag(parseTag(name))),
  )
}

const getPathKeys = ({ study, series, instance }: Partial<DicomResource>) =>
  Object.entries({ StudyInstanceUID: study, SeriesInstanceUID: series, SOPInstanceUID: instance })

/** Parses the keys of a query (PS3.18 8.3.4), and adds those of its path. */
export function parseSearchQuery(
  query: Query,
  level: Level,
  resource: Partial<DicomResource>,
): SearchQuery {
  const keys = new Map<string, string>()
  const requested = new Set<string>()
  for (const [keyword, uid] of getPathKeys(resource)) if (uid !== undefined) keys.set(keyword, uid)
  const ignored: string[] = []
  const forwarded = new URLSearchParams()
  for (const [name, value] of query.entries) {
    if (parameters.has(name.toLowerCase())) continue
    if (keys.size + ignored.length >= keysMax) refuse('request/malformed')
    if (isWithinSequence(name)) {
      ignored.push(name)
      forwarded.append(name, value)
      continue
    }
    const tag = parseTag(name)
    requested.add(formatTag(tag))
    forwarded.append(name, value)
    const keyword = findAttribute(tag)?.keyword
    // A private attribute has no keyword: it is accepted and never matched.
    if (keyword === undefined && (tag >>> 16) % 2 === 0) unknownKey(name)
    if (keyword !== undefined && keys.has(keyword)) refuse('request/malformed')
    if (keyword !== undefined && isMatched(level, keyword)) keys.set(keyword, value)
    else if (value.trim() !== '') ignored.push(keyword ?? name)
  }
  const limit = parseCount(query.one('limit'))
  const offset = parseCount(query.one('offset')) ?? 0
  const included = parseFields(query)
  if (limit !== undefined) forwarded.set('limit', String(limit))
  if (offset > 0) forwarded.set('offset', String(offset))
  for (const field of included === 'all' ? [included] : included)
    forwarded.append('includefield', field)
  // A key is also a request for its attribute (PS3.18 10.6.3.3).
  const fields = included === 'all' ? included : new Set([...included, ...requested])
  return { keys, limit, offset, fields, forwarded, warnings: createWarnings(query, ignored) }
}

function createWarnings(query: Query, ignored: readonly string[]): readonly string[] {
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

import type { Attributes } from '@talus/dicom'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { search } from '../archive/index.ts'
import type { Level } from '../archive/index.ts'
import type { AddressOf, Place } from './addresses.ts'
import { attributeTexts, joinedTexts } from './attributes-json.ts'
import { headersByUid } from './instances.queries.ts'
import { withAddresses } from './metadata.ts'
import type { SearchQuery } from './search-query.ts'

/** Of a question that names no study; within one, all of it is told. */
const defaultLimit = 1000
const limitMax = 10_000

export interface Found {
  /** Objects of the DICOM JSON model. */
  readonly texts: readonly string[]
  readonly warnings: readonly string[]
}

/** PS3.18 10.6: what is there, as it is told at that level. */
export async function find(
  db: ClinicDb,
  level: Level,
  query: SearchQuery,
  place: Partial<Place>,
  addressOf: AddressOf,
): Promise<Found> {
  const most = place.study === undefined ? limitMax : Infinity
  const whenUnasked = place.study === undefined ? defaultLimit : Infinity
  const limit = Math.min(query.limit ?? whenUnasked, most)
  const { keys, offset } = query
  const hits: Attributes[] = []
  // One more than is wanted tells whether there is more.
  for await (const hit of search(db, { level, keys, offset, limit: limit + 1 })) hits.push(hit)
  const hasMore = hits.length > limit
  const told = hits.slice(0, limit)
  const headers = await headersFor(db, level, query, told)
  const isLimitOurs = query.limit === undefined || query.limit > most
  return {
    texts: told.map((hit) => textOf(hit, addressOf, query, headers)),
    warnings:
      hasMore && isLimitOurs
        ? [...query.warnings, 'There are additional results that can be requested.']
        : query.warnings,
  }
}

const uidIn = (hit: Attributes, keyword: string) => {
  const value = hit[keyword]
  return typeof value === 'string' ? value : undefined
}

/** Only an instance has more to tell than the search knows: all that stands in its file. */
async function headersFor(
  db: ClinicDb,
  level: Level,
  { fields }: SearchQuery,
  hits: readonly Attributes[],
) {
  const isMoreWanted = fields === 'all' || fields.size > 0
  if (level !== 'IMAGE' || !isMoreWanted) return new Map<string, string>()
  return headersByUid(
    db,
    hits.flatMap((hit) => uidIn(hit, 'SOPInstanceUID') ?? []),
  )
}

function textOf(
  hit: Attributes,
  addressOf: AddressOf,
  { fields }: SearchQuery,
  headers: ReadonlyMap<string, string>,
): string {
  const place: Place = {
    study: uidIn(hit, 'StudyInstanceUID') ?? '',
    series: uidIn(hit, 'SeriesInstanceUID'),
    instance: uidIn(hit, 'SOPInstanceUID'),
  }
  const address = addressOf(place)
  const own = attributeTexts({ SpecificCharacterSet: 'ISO_IR 192', ...hit, RetrieveURL: address })
  const header = headers.get(place.instance ?? '')
  if (header === undefined) return joinedTexts(own)
  const inFile: unknown = JSON.parse(withAddresses(header, address))
  const wanted = Object.entries(typeof inFile === 'object' && inFile !== null ? inFile : {}).filter(
    ([tag]) => fields === 'all' || fields.has(tag),
  )
  // What we say of an animal comes from its record: it is what was searched in.
  return joinedTexts(
    new Map([...wanted.map(([tag, value]) => [tag, JSON.stringify(value)] as const), ...own]),
  )
}

import type { Attributes } from '@talus/dicom'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { searchArchive } from '../../archive/index.ts'
import type { Level } from '../../archive/index.ts'
import type { BuildUrl, DicomResource } from '../resource-urls.ts'
import { toJsonTexts, joinJsonTexts } from '../attributes-json.ts'
import { findHeadersByUid } from '../instances.queries.ts'
import { withBulkDataUrls } from '../metadata-json.ts'
import type { SearchQuery } from './search-query.ts'

/** The default limit of a search without a study; within a study, everything is returned. */
const defaultLimit = 1000
const limitMax = 10_000

export interface SearchResult {
  /** Objects of the DICOM JSON model. */
  readonly texts: readonly string[]
  readonly warnings: readonly string[]
}

/** Searches as specified in PS3.18 10.6. */
export async function findResources(
  db: ClinicDb,
  level: Level,
  query: SearchQuery,
  resource: Partial<DicomResource>,
  buildUrl: BuildUrl,
): Promise<SearchResult> {
  const limitCap = resource.study === undefined ? limitMax : Infinity
  const fallback = resource.study === undefined ? defaultLimit : Infinity
  const limit = Math.min(query.limit ?? fallback, limitCap)
  const { keys, offset } = query
  const hits: Attributes[] = []
  // One more than requested shows whether there is more.
  for await (const hit of searchArchive(db, { level, keys, offset, limit: limit + 1 }))
    hits.push(hit)
  const hasMore = hits.length > limit
  const returned = hits.slice(0, limit)
  const headers = await loadHeaders(db, level, query, returned)
  const isLimitOurs = query.limit === undefined || query.limit > limitCap
  return {
    texts: returned.map((hit) => toText(hit, buildUrl, query, headers)),
    warnings:
      hasMore && isLimitOurs
        ? [...query.warnings, 'There are additional results that can be requested.']
        : query.warnings,
  }
}

const getUid = (hit: Attributes, keyword: string) => {
  const value = hit[keyword]
  return typeof value === 'string' ? value : undefined
}

/** Only an instance has more attributes than the search knows: those of its file. */
async function loadHeaders(
  db: ClinicDb,
  level: Level,
  { fields }: SearchQuery,
  hits: readonly Attributes[],
) {
  const isMoreWanted = fields === 'all' || fields.size > 0
  if (level !== 'IMAGE' || !isMoreWanted) return new Map<string, string>()
  return findHeadersByUid(
    db,
    hits.flatMap((hit) => getUid(hit, 'SOPInstanceUID') ?? []),
  )
}

function toText(
  hit: Attributes,
  buildUrl: BuildUrl,
  { fields }: SearchQuery,
  headers: ReadonlyMap<string, string>,
): string {
  const resource: DicomResource = {
    study: getUid(hit, 'StudyInstanceUID') ?? '',
    series: getUid(hit, 'SeriesInstanceUID'),
    instance: getUid(hit, 'SOPInstanceUID'),
  }
  const url = buildUrl(resource)
  const own = toJsonTexts({ SpecificCharacterSet: 'ISO_IR 192', ...hit, RetrieveURL: url })
  const header = headers.get(resource.instance ?? '')
  if (header === undefined) return joinJsonTexts(own)
  const inFile: unknown = JSON.parse(withBulkDataUrls(header, url))
  const wanted = Object.entries(typeof inFile === 'object' && inFile !== null ? inFile : {}).filter(
    ([tag]) => fields === 'all' || fields.has(tag),
  )
  const texts = new Map(wanted.map(([tag, value]) => [tag, JSON.stringify(value)]))
  // Attributes of the patient come from the record, because that is what was searched.
  for (const [tag, text] of own)
    if (!texts.has(tag) || text.includes('"Value"')) texts.set(tag, text)
  return joinJsonTexts(texts)
}

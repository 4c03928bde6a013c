import { limits } from '@talus/contract'
import type { ClinicId, Language, StudyPageQuery } from '@talus/contract'
import type { z } from 'zod'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { createStudyFilter } from './study-filter.ts'
import type { StudySearch } from './study-filter.ts'
import { resolveSearch } from './study-search.queries.ts'
import { findStudyPage } from './study-page.queries.ts'
import { loadStudyRows } from './study-rows.queries.ts'
import * as studies from './studies.queries.ts'

/** Enough for a day's work and for looking back; older studies are found by filters. */
const worklistLength = 500

export const newest = { sort: 'studyDate', desc: '1' } as const

export async function listWorklist(db: ClinicDb) {
  const everything = createStudyFilter({}, 'UTC')
  const { ids } = await findStudyPage(db, everything, {
    ...newest,
    offset: 0,
    size: worklistLength,
  })
  return loadStudyRows(db, ids)
}

/** The unpaged lists of the specification; the screens load pages. */
export async function listByFilters(db: ClinicDb, clinicId: ClinicId, search: StudySearch) {
  const filter = createStudyFilter(search, await studies.findTimeZone(db, clinicId))
  const { ids } = await findStudyPage(db, filter, {
    ...newest,
    offset: 0,
    size: limits.countedRows,
  })
  return loadStudyRows(db, ids)
}

export async function findPage(
  db: ClinicDb,
  clinicId: ClinicId | null,
  query: z.output<typeof StudyPageQuery>,
  language: Language,
) {
  const within = clinicId === null ? db : db.within(clinicId)
  const timeZone = await studies.findTimeZone(within, clinicId)
  const filter = await resolveSearch(within, query, timeZone)
  const { size, sort, desc } = query
  const { ids, ...counts } = await findStudyPage(within, filter, {
    sort,
    desc,
    language,
    size,
    offset: query.page * size,
  })
  return { rows: await loadStudyRows(within, ids), ...counts }
}

import { limits } from '@talus/contract'
import type { ClinicId, StudyPageQuery } from '@talus/contract'
import type { z } from 'zod'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { filterOf } from './study-filter.ts'
import type { AskedStudies } from './study-filter.ts'
import { page } from './study-page.queries.ts'
import { rowsOf } from './study-rows.queries.ts'
import * as studies from './studies.queries.ts'

/** Enough for a day's work and for looking back; older studies are found by filters. */
const worklistLength = 500

export const newest = { sort: 'studyDate', desc: '1' } as const

export async function worklist(db: ClinicDb) {
  const everything = filterOf({}, 'UTC')
  const { ids } = await page(db, everything, { ...newest, offset: 0, size: worklistLength })
  return rowsOf(db, ids)
}

/** The specified whole lists; the screens take them page by page. */
export async function byFilters(db: ClinicDb, clinicId: ClinicId, asked: AskedStudies) {
  const filter = filterOf(asked, await studies.timeZoneOf(db, clinicId))
  const { ids } = await page(db, filter, { ...newest, offset: 0, size: limits.countedRows })
  return rowsOf(db, ids)
}

export async function pageOf(
  db: ClinicDb,
  clinicId: ClinicId | null,
  asked: z.output<typeof StudyPageQuery>,
) {
  const within = clinicId === null ? db : db.within(clinicId)
  const filter = filterOf(asked, await studies.timeZoneOf(within, clinicId))
  const { size, sort, desc } = asked
  const { ids, ...counts } = await page(within, filter, {
    sort,
    desc,
    size,
    offset: asked.page * size,
  })
  return { rows: await rowsOf(within, ids), ...counts }
}

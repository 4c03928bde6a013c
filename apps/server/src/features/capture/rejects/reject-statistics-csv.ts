import { bodyParts } from '@talus/anatomy'
import { refuse } from '@talus/contract'
import type { Language } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { byteOrderMark, csvLine } from '../../../http/csv.ts'
import { wordsIn } from '../../../http/words.ts'
import * as queries from './reject-statistics.queries.ts'
import { rejectStatistics } from './reject-statistics.service.ts'
import type { AskedStatistics } from './reject-statistics.service.ts'

const namesOfParts = new Map(Object.entries(bodyParts).map(([part, { names }]) => [part, names]))

/** In percent with one decimal, as the screen tells it. */
const rateOf = (rejected: number, exposures: number) =>
  exposures === 0 ? null : Math.round((rejected / exposures) * 1000) / 10

/** One flat table: a spreadsheet sorts and filters it by its first column. */
export async function rejectStatisticsCsv(
  db: ClinicDb,
  asked: AskedStatistics,
  language: Language,
) {
  const clinic = (await queries.findClinic(db, asked.clinicId)) ?? refuse('record/not-found')
  const words = wordsIn(language)
  const told = await rejectStatistics(db, asked)
  const line = (group: string, name: string, exposures: number | null, rejected: number) => [
    words(`xrayLog:rejects.by.${group}`),
    name,
    exposures,
    rejected,
    exposures === null ? null : rateOf(rejected, exposures),
  ]
  const lines = [
    line('all', '', told.exposures, told.rejected),
    ...told.byReason.map(({ reason, rejected }) =>
      line('reason', words(`xrayLog:rejection.${reason}`), null, rejected),
    ),
    ...told.byOperator.map((one) => line('operator', one.operator, one.exposures, one.rejected)),
    ...told.byBodyPart.map(({ bodyPart, exposures, rejected }) =>
      line('bodyPart', namesOfParts.get(bodyPart)?.[language] ?? bodyPart, exposures, rejected),
    ),
    ...told.byMonth.map((one) => line('month', one.month, one.exposures, one.rejected)),
  ]
  const headings = ['group', 'name', 'exposures', 'rejected', 'rate']
  const heading = headings.map((name) => words(`xrayLog:rejects.column.${name}`))
  // Signs that no file system takes.
  const place = clinic.name.replaceAll(/[\\/:*?"<>|]/gu, '-')
  return {
    fileName: `${words('xrayLog:rejects.title')} ${place} ${asked.dateFrom} ${asked.dateTo}.csv`,
    csv: byteOrderMark + [heading, ...lines].map(csvLine).join(''),
  }
}

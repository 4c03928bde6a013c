import { bodyParts, findHumanPart } from '@talus/anatomy'
import { byteOrderMark, formatCsvLine, refuse } from '@talus/contract'
import type { Language } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { getTranslator } from '../../../http/translations.ts'
import * as queries from './reject-statistics.queries.ts'
import { computeRejectStatistics } from './reject-statistics.service.ts'
import type { StatisticsParams } from './reject-statistics.service.ts'

const bodyPartNames = new Map(Object.entries(bodyParts).map(([part, { names }]) => [part, names]))

/** Percent with one decimal, as on the screen. */
const computeRate = (rejected: number, exposures: number) =>
  exposures === 0 ? null : Math.round((rejected / exposures) * 1000) / 10

/** Creates one flat table: a spreadsheet sorts and filters it by its first column. */
export async function createRejectStatisticsCsv(
  db: ClinicDb,
  params: StatisticsParams,
  language: Language,
) {
  const clinic = (await queries.findClinic(db, params.clinicId)) ?? refuse('record/not-found')
  const translate = getTranslator(language)
  const statistics = await computeRejectStatistics(db, params)
  const toLine = (group: string, name: string, exposures: number | null, rejected: number) => [
    translate(`xrayLog:rejects.by.${group}`),
    name,
    exposures,
    rejected,
    exposures === null ? null : computeRate(rejected, exposures),
  ]
  const lines = [
    toLine('all', '', statistics.exposures, statistics.rejected),
    ...statistics.byReason.map(({ reason, rejected }) =>
      toLine('reason', translate(`xrayLog:rejection.${reason}`), null, rejected),
    ),
    ...statistics.byOperator.map((one) =>
      toLine('operator', one.operator, one.exposures, one.rejected),
    ),
    ...statistics.byBodyPart.map(({ bodyPart, exposures, rejected }) =>
      toLine(
        'bodyPart',
        (bodyPartNames.get(bodyPart) ?? findHumanPart(bodyPart)?.names)?.[language] ?? bodyPart,
        exposures,
        rejected,
      ),
    ),
    ...statistics.byMonth.map((one) => toLine('month', one.month, one.exposures, one.rejected)),
    ...statistics.feedback.byFault.map(({ fault, images }) =>
      toLine(
        'radiologist',
        translate(`xrayLog:imageFault.${fault}`),
        statistics.feedback.rated,
        images,
      ),
    ),
  ]
  const headings = ['group', 'name', 'exposures', 'rejected', 'rate']
  const heading = headings.map((name) => translate(`xrayLog:rejects.column.${name}`))
  // Replaces characters that file systems do not allow.
  const clinicName = clinic.name.replaceAll(/[\\/:*?"<>|]/gu, '-')
  return {
    fileName: `${translate('xrayLog:rejects.title')} ${clinicName} ${params.dateFrom} ${params.dateTo}.csv`,
    csv: byteOrderMark + [heading, ...lines].map((line) => formatCsvLine(line, language)).join(''),
  }
}

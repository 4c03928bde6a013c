import type { ImageId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { selectImagesToZip } from './bulk-download.queries.ts'

/** The number of values that a database accepts in one query. */
const idsPerQuery = 500

export type ChosenImage = Awaited<ReturnType<typeof findPage>>[number]

const findPage = (db: ClinicDb, ids: readonly ImageId[]) =>
  selectImagesToZip(db)
    .leftJoin('studyReport', (join) =>
      join
        .onRef('studyReport.imageId', '=', 'image.id')
        .onRef('studyReport.clinicId', '=', 'image.clinicId'),
    )
    .select([
      'studyReport.fileName as reportName',
      'studyReport.filePath as reportPath',
      'studyReport.sha256 as reportSha256',
      'studyReport.byteLength as reportByteLength',
      'studyReport.patientDatabaseId as reportPatientId',
    ])
    .where('image.id', 'in', ids)
    .where('image.isRejected', '=', false)
    .orderBy('image.createdOn')
    .orderBy('image.id')
    .execute()

/**
 * The PDF of a row that is a version of the report of its study. Undefined for others, and for a PDF
 * that was made before the study was given to another patient: it has the name of the former one.
 */
export function findReportPdf(image: ChosenImage) {
  const { reportName, reportPath, reportSha256, reportByteLength, reportPatientId } = image
  if (reportName === null || reportPath === null) return undefined
  if (reportPatientId !== null && reportPatientId !== image.patientId) return undefined
  return {
    fileName: reportName,
    filePath: reportPath,
    sha256: reportSha256 ?? '',
    byteLength: reportByteLength ?? 0,
  }
}

/** Finds the selected images in the order of their capture; rejected ones are left out. */
export async function findChosenImages(
  db: ClinicDb,
  ids: readonly ImageId[],
): Promise<readonly ChosenImage[]> {
  const found: ChosenImage[] = []
  for (let at = 0; at < ids.length; at += idsPerQuery)
    found.push(...(await findPage(db, ids.slice(at, at + idsPerQuery))))
  return found
}

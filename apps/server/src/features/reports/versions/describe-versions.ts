import { ImageId, refuse } from '@talus/contract'
import type { StudyReport } from '@talus/contract'
import { z } from 'zod'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import * as versions from './versions.queries.ts'

/** The images of a stored report. The whole schema is not needed to list them. */
const ShownImages = z.object({
  pages: z.array(z.object({ images: z.array(z.object({ imageId: ImageId })) })),
})

const listImageIds = ({ document }: versions.ReportRow): ImageId[] =>
  document === null
    ? []
    : ShownImages.parse(JSON.parse(document)).pages.flatMap(({ images }) =>
        images.map(({ imageId }) => imageId),
      )

const isOfOtherPatient = (row: versions.ReportRow) =>
  row.namesOtherPatient ||
  (row.patientDatabaseId !== null && row.patientDatabaseId !== row.studyPatientId)

/** Versions as the API returns them. */
export async function describeVersions(
  db: ClinicDb,
  rows: readonly versions.ReportRow[],
): Promise<StudyReport[]> {
  const shown = new Map(rows.map((row) => [row.id, listImageIds(row)]))
  const patients = await versions.listShownPatients(db, [...new Set([...shown.values()].flat())])
  return rows.map((row) => {
    const { imageId, studyPatientId, caseId, caseVersion } = row
    if (imageId === null) refuse('report/not-made')
    const isOther = (id: ImageId) => (patients.get(id) ?? studyPatientId) !== studyPatientId
    return {
      ...row,
      imageId,
      isOfOtherPatient: isOfOtherPatient(row),
      caseReport: caseId === null || caseVersion === null ? null : { caseId, version: caseVersion },
      showsOtherPatient: (shown.get(row.id) ?? []).some(isOther),
      hasSource: row.document !== null,
    }
  })
}

export async function describeVersion(db: ClinicDb, row: versions.ReportRow): Promise<StudyReport> {
  const [described] = await describeVersions(db, [row])
  return described ?? refuse('record/not-found')
}

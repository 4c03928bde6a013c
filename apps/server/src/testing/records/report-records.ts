import type { ClinicId, ImageId, StudyId, UserId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import { createdOn } from './archive-records.ts'

const toUuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** One record of every kind that reports have. */
export async function insertReportRecords(
  unscopedDb: UnscopedDb,
  owned: {
    readonly clinicId: ClinicId
    readonly userId: UserId
    readonly studyId: StudyId
    readonly imageId: ImageId
  },
) {
  const { clinicId, userId, studyId } = owned
  const file = { sha256: '', byteLength: 0, width: 1, height: 1 }
  const { id: studyReportId } = await unscopedDb
    .insertInto('studyReport')
    .values({
      clinicId,
      userId,
      studyId,
      createdOn,
      fileName: 'report.pdf',
      filePath: `reports/${clinicId}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await unscopedDb
    .insertInto('reportDraft')
    .values({
      clinicId,
      userId,
      studyId,
      version: 1,
      document: '{}',
      createdOn,
      savedOn: createdOn,
    })
    .execute()
  const pictureId = toUuid(clinicId)
  await unscopedDb
    .insertInto('reportPicture')
    .values({
      id: pictureId,
      ...owned,
      ...file,
      filePath: `report-pictures/${clinicId}`,
      createdOn,
    })
    .execute()
  const { id: reportTemplateId } = await unscopedDb
    .insertInto('reportTemplate')
    .values({
      clinicId,
      name: 'Thorax',
      species: JSON.stringify(['Canine']),
      modality: 'General',
      bodyParts: JSON.stringify(['Chest']),
      language: 'en',
      text: 'Heart: [normal* | enlarged]',
      basedOn: null,
      version: 1,
      changedOn: createdOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: reportMacroId } = await unscopedDb
    .insertInto('reportMacro')
    .values({
      clinicId,
      userId: null,
      holder: 0,
      shortcut: 'norm',
      text: 'No abnormality.',
      version: 1,
      changedOn: createdOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await unscopedDb
    .insertInto('reportLogo')
    .values({ clinicId, ...file, filePath: `report-logos/${clinicId}`, changedOn: createdOn })
    .execute()
  return { studyReportId, pictureId, reportTemplateId, reportMacroId }
}

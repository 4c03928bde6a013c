import type {
  CaseFileId,
  CaseId,
  ClinicId,
  CriticalFindingId,
  ImageId,
  Instant,
  UserId,
} from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

interface CaseOfClinic {
  readonly caseId: CaseId
  readonly caseFileId: CaseFileId
  readonly clinicId: ClinicId
  readonly imageId: ImageId
  readonly userId: UserId
  readonly createdOn: Instant
  readonly tag: string | number
}

/** A row of each table that belongs to a case; returns its critical finding. */
export async function insertCaseWork(
  unscopedDb: UnscopedDb,
  { caseId, caseFileId, clinicId, imageId, userId, createdOn, tag }: CaseOfClinic,
): Promise<CriticalFindingId> {
  const ofCase = { caseId, clinicId }
  await unscopedDb
    .insertInto('caseFileTicket')
    .values({
      ...ofCase,
      caseFileId,
      filePath: null,
      fileName: '',
      userId,
      isForRadiologist: false,
      tokenHash: `case file ${clinicId}`,
      expiresOn: createdOn,
    })
    .execute()
  await unscopedDb
    .insertInto('caseReport')
    .values({
      ...ofCase,
      version: 1,
      fileName: 'report.pdf',
      filePath: `case-reports/${clinicId}`,
      sha256: '',
      byteLength: 0,
      createdOn,
    })
    .execute()
  await unscopedDb
    .insertInto('caseEvent')
    .values({
      ...ofCase,
      action: 'submit',
      fromStatus: null,
      toStatus: 1,
      actorId: userId,
      radiologistId: null,
      address: '',
      note: '',
      createdOn,
    })
    .execute()
  await unscopedDb
    .insertInto('caseMessage')
    .values({
      ...ofCase,
      kind: 'message',
      isFromRadiologist: false,
      authorId: userId,
      text: `About Rex ${tag}`,
      createdOn,
    })
    .execute()
  await unscopedDb
    .insertInto('caseReportVersion')
    .values({
      ...ofCase,
      version: 1,
      findings: `Findings of Rex ${tag}`,
      interpretation: '',
      internalMedicineRecommandations: '',
      signature: '',
      addendum: '',
      reason: '',
      authorId: userId,
      createdOn,
    })
    .execute()
  const { id } = await unscopedDb
    .insertInto('caseCritical')
    .values({ ...ofCase, text: `Pneumothorax of Rex ${tag}`, authorId: userId, createdOn })
    .returning('id')
    .executeTakeFirstOrThrow()
  await unscopedDb
    .insertInto('caseFeedback')
    .values({ ...ofCase, imageId, userId, faults: 'motion', createdOn })
    .execute()
  await unscopedDb
    .insertInto('casePresence')
    .values({ ...ofCase, userId, since: createdOn, seenOn: createdOn })
    .execute()
  return id
}

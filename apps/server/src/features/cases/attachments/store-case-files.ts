import { randomUUID } from 'node:crypto'
import type { CaseFileId, CaseId, ClinicId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FormFile } from '../../../http/receive-form.ts'

interface StoreContext {
  readonly db: ClinicDb
  readonly clock: Clock
}

/** Keeps the files of a form and attaches them to a case, in the transaction of the caller. */
export async function storeCaseFiles(
  { db, clock }: StoreContext,
  caseId: CaseId,
  clinicId: ClinicId,
  files: readonly FormFile[],
  { isFromReceiver }: { readonly isFromReceiver: boolean },
): Promise<CaseFileId[]> {
  const ids: CaseFileId[] = []
  for (const file of files) {
    const key = `cases/${clinicId}/${caseId}/${randomUUID()}`
    await file.keep(key)
    const { id } = await db.unscopedDb
      .insertInto('caseFile')
      .values({
        caseId,
        clinicId,
        fileName: file.fileName,
        filePath: key,
        imageId: null,
        isFromReceiver,
        createdOn: clock().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  return ids
}

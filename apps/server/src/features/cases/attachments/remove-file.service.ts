import { caseStatus, refuse } from '@talus/contract'
import type { CaseFile, CaseFileId } from '@talus/contract'
import type { FileStore } from '../../../files/index.ts'
import { changeCase } from '../flow/change-case.ts'
import type { CaseContext } from '../flow/change-case.ts'
import * as queries from './case-files.queries.ts'
import { listFiles } from './serve/case-file.service.ts'

/**
 * Removes an own attachment of a draft, or an own file of an unfinished report. Its file is removed after the commit: if the server is killed
 * between the two, the hourly sweep removes it.
 */
export async function removeFile(
  files: FileStore,
  context: CaseContext,
  id: CaseFileId,
): Promise<CaseFile[]> {
  const { actor } = context
  const found = (await queries.find(context.db, id, actor.id)) ?? refuse('record/not-found')
  const { caseId, fileName, filePath, imageId, userId, isUnpublished } = found
  // An image is removed from the case by saving the form without it.
  if (imageId !== null || userId !== actor.id) refuse('case/not-allowed')
  await changeCase(context, caseId, 'removeFile', ({ status }) => {
    // A file that the clinic has sent stays, also if its author reads the case as a radiologist.
    if (status !== caseStatus.draft && !isUnpublished) refuse('case/not-allowed')
    return {
      isUnpublished,
      note: fileName,
      write: async (db) => {
        // The second of two concurrent requests finds nothing.
        if (!(await queries.remove(db.unscopedDb, id))) refuse('record/not-found')
      },
    }
  })
  if (filePath !== null) await files.remove(filePath).catch(() => undefined)
  return listFiles(context, caseId)
}

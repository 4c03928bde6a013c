import { refuse } from '@talus/contract'
import type { CaseFile, CaseFileId } from '@talus/contract'
import type { FileStore } from '../../../files/index.ts'
import { changeCase } from '../flow/change-case.ts'
import type { CaseContext } from '../flow/change-case.ts'
import * as queries from './case-files.queries.ts'
import { listFiles } from './serve/case-file.service.ts'

/**
 * Removes an own attachment of a draft. Its file is removed after the commit: if the server is killed
 * between the two, the hourly sweep removes it.
 */
export async function removeFile(
  files: FileStore,
  context: CaseContext,
  id: CaseFileId,
): Promise<CaseFile[]> {
  const found = (await queries.find(context.db, id)) ?? refuse('record/not-found')
  const { caseId, fileName, filePath, imageId, userId } = found
  // An image is removed from the case by saving the form without it.
  if (imageId !== null || userId !== context.actor.id) refuse('case/not-allowed')
  await changeCase(context, caseId, 'removeFile', () => ({
    note: fileName,
    write: async (db) => {
      // The second of two concurrent requests finds nothing.
      if (!(await queries.remove(db, id))) refuse('record/not-found')
    },
  }))
  if (filePath !== null) await files.remove(filePath).catch(() => undefined)
  return listFiles(context, caseId)
}

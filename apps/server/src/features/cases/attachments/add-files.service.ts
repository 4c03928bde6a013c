import { refuse } from '@talus/contract'
import type { CaseFile, CaseFileId, CaseId } from '@talus/contract'
import type { FileStore } from '../../../files/index.ts'
import type { FormFile } from '../../../http/receive-form.ts'
import { changeCase, requireCaseFor } from '../flow/change-case.ts'
import type { CaseContext } from '../flow/change-case.ts'
import * as queries from './case-files.queries.ts'
import { listFiles } from './serve/case-file.service.ts'
import { storeCaseFiles, withKeptFiles } from './store-case-files.ts'

interface AddedFiles {
  readonly caseId: CaseId
  readonly received: readonly FormFile[]
  /** The radiologist's cropped images are radiographs, all other files attachments. */
  readonly areRadiographs: boolean
}

/**
 * Adds files to a case; of two servers or requests each adds its own. Those of its radiologist
 * belong to the report, and the clinic sees them when it is finished.
 */
export async function addFiles(
  files: FileStore,
  context: CaseContext,
  { caseId, received, areRadiographs }: AddedFiles,
): Promise<CaseFile[]> {
  const { db, actor } = context
  const visible = (await queries.findCase(db, caseId)) ?? refuse('record/not-found')
  // Before the files are inspected and copied; the change checks it again.
  await requireCaseFor(context, caseId, 'addFiles')
  if (areRadiographs && visible.radiologistId !== actor.id) refuse('record/not-found')
  const added = new Set<CaseFileId>()
  await withKeptFiles({ ...context, files }, received, (kept) =>
    changeCase(context, caseId, 'addFiles', (radCase) => {
      const isOfReport = radCase.radiologistId === actor.id
      return {
        isUnpublished: isOfReport,
        note: kept.files.map(({ fileName }) => fileName).join(', '),
        write: async (db) => {
          const options = { isFromReceiver: areRadiographs, isUnpublished: isOfReport }
          for (const id of await storeCaseFiles({ ...context, db }, radCase, kept, options))
            added.add(id)
        },
      }
    }),
  )
  return (await listFiles(context, caseId)).filter(({ id }) => added.has(id))
}

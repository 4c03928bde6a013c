import { caseStatus, limits, refuse } from '@talus/contract'
import type { CaseFileId, CaseId, CaseStatus } from '@talus/contract'
import type { ChangeContext } from '../../audit/index.ts'
import * as queries from './case-files.queries.ts'
import type { KeptFiles } from './keep-files.ts'

/** More files in one case are no attachments of a case any more. */
const filesMax = 100

/** A draft is one form, even if it is saved several times. */
async function refuseTooMany(
  { db }: Pick<ChangeContext, 'db'>,
  caseId: CaseId,
  status: CaseStatus,
  { files }: KeptFiles,
) {
  const earlier = await queries.sumAttachments(db, caseId)
  const count = earlier.count + files.length
  const bytes = files.reduce((sum, { byteLength }) => sum + byteLength, earlier.bytes)
  const isDraft = status === caseStatus.draft
  if (count > (isDraft ? limits.attachmentsMax : filesMax)) refuse('case/too-many-files')
  if (isDraft && bytes > limits.attachmentsBytes) refuse('case/files-too-large')
}

/**
 * Adds kept files to a case, within the transaction of the change. The caller discards them if the
 * transaction fails.
 */
export async function storeCaseFiles(
  { db, actor, clock }: ChangeContext,
  { id: caseId, status }: { readonly id: CaseId; readonly status: CaseStatus },
  kept: KeptFiles,
  { isFromReceiver = false }: { readonly isFromReceiver?: boolean } = {},
): Promise<CaseFileId[]> {
  if (kept.files.length === 0) return []
  if (!isFromReceiver) await refuseTooMany({ db }, caseId, status, kept)
  const ids: CaseFileId[] = []
  for (const file of kept.files)
    ids.push(
      await queries.insert(db, {
        ...file,
        caseId,
        userId: actor.id,
        isFromReceiver,
        createdOn: clock().toISOString(),
      }),
    )
  return ids
}

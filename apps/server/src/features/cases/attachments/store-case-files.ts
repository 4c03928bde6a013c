import { caseStatus, limits, refuse } from '@talus/contract'
import type { CaseFileId, CaseId, CaseStatus } from '@talus/contract'
import type { FileStore } from '../../../files/index.ts'
import type { FormFile } from '../../../http/receive-form.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as queries from './case-files.queries.ts'
import { keepFiles } from './keep-files.ts'
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
 * Inspects and keeps the files of a form, and runs the change that attaches them. Files that the
 * change did not attach, because it failed or was done before, are removed.
 */
export async function withKeptFiles<Result>(
  { files, clock }: { readonly files: FileStore; readonly clock: ChangeContext['clock'] },
  received: readonly FormFile[],
  change: (kept: KeptFiles) => Promise<Result>,
): Promise<Result> {
  const kept = await keepFiles(files, received, clock())
  try {
    const result = await change(kept)
    if (!kept.isAttached) await kept.discard()
    return result
  } catch (error) {
    await kept.discard()
    throw error
  }
}

/** Attaches kept files to a case, within the transaction of the change. */
export async function storeCaseFiles(
  { db, actor, clock }: Pick<ChangeContext, 'db' | 'actor' | 'clock'>,
  { id: caseId, status }: { readonly id: CaseId; readonly status: CaseStatus },
  kept: KeptFiles,
  {
    isFromReceiver = false,
    isUnpublished = false,
  }: { readonly isFromReceiver?: boolean; readonly isUnpublished?: boolean } = {},
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
        isUnpublished,
        createdOn: clock().toISOString(),
      }),
    )
  kept.isAttached = true
  return ids
}

import { StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { call } from '../../../api/call.ts'
import { listCopiedStudies, toCopyKey } from '../state/copy-keys.ts'
import { createDraftCopy } from '../state/draft-copy.ts'
import type { DraftCopy } from '../state/draft-copy.ts'
import { hasErrorCode } from '../state/stored-draft.ts'

async function save(studyId: StudyId, copy: DraftCopy, signal: AbortSignal) {
  const { version, document, patientId } = copy
  const put = (base: number) =>
    call(
      routes.report.saveDraft,
      { params: { studyId }, body: { version: base, document, ...(patientId && { patientId }) } },
      { isQuiet: true, signal },
    )
  try {
    await put(version)
  } catch (error) {
    if (!hasErrorCode(error, ['report/draft-gone'])) throw error
    await put(0)
  }
}

/**
 * Saves the copies of drafts whose page is closed, e.g. because another address was typed; returns
 * the names of those that the server still lacks.
 */
export async function saveKeptDrafts(
  userId: number,
  isOpen: (copyKey: string) => boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const left: string[] = []
  for (const id of listCopiedStudies(userId)) {
    const copy = createDraftCopy(userId, id)
    const kept = copy.read()
    if (!kept || isOpen(toCopyKey(userId, id))) continue
    try {
      await save(StudyId.parse(id), kept, signal)
      copy.write(undefined, 0)
    } catch {
      left.push(kept.name)
    }
  }
  return left
}

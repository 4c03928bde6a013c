import { CaseId, formatCaseNumber, formatPatientName, StudyId } from '@talus/contract'
import type { CaseFindings } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import type { TFunction } from 'i18next'
import { call } from '../../../api/call.ts'
import { createDraftSender } from '../../../draft-sender.ts'
import type { LeftTexts } from '../../../unsaved-work.ts'
import { listCopiedTexts, toCopyKey } from '../shared/copy-keys.ts'
import { createRequestCopy, requestKind } from '../shared/request-copy.ts'
import { createTypedTextCopy, sentKinds } from '../shared/use-typed-text.ts'
import { createFindingsCopy, findingsKind, isSameFindings } from './findings-copy.ts'

/** Returns whether the server has the texts of the report now. */
async function saveFindings(userId: number, id: CaseId, signal: AbortSignal): Promise<boolean> {
  const copy = createFindingsCopy(userId, id)
  const kept = copy.read()
  if (!kept) return true
  const { send } = createDraftSender<CaseFindings>({
    put: async (version, texts) => {
      const request = { params: { id }, body: { ...texts, version } }
      return (await call(routes.radCase.saveDraft, request, { isQuiet: true, signal })).version
    },
    isSame: isSameFindings,
    before: kept.unanswered,
  })
  try {
    await send(kept.version, kept.texts)
  } catch {
    return false
  }
  copy.write(undefined, 0)
  return true
}

/** The patient of a request that was not sent; undefined if its copy cannot be read. */
function findRequestName(userId: number, recordId: number): string | undefined {
  const studyId = StudyId.safeParse(recordId).data
  return studyId === undefined ? undefined : createRequestCopy(userId, studyId).read()?.patientName
}

/**
 * Saves the reports whose page is closed, e.g. because another address was typed; returns the names
 * of the texts that the server still lacks. Only their author can send a message, an answer, a
 * question, a critical finding, an addendum or a new case: these are unsent, and cannot be saved.
 */
export async function saveKeptTexts(
  userId: number,
  isOpen: (copyKey: string) => boolean,
  t: TFunction,
  signal: AbortSignal,
): Promise<LeftTexts> {
  const unsaved: string[] = []
  const unsent: string[] = []
  for (const { recordId, kind } of listCopiedTexts(userId)) {
    if (kind === requestKind) {
      const name = findRequestName(userId, recordId)
      if (name !== undefined)
        unsent.push(t('shell:unsaved.caseRequest', { name: formatPatientName(t, name) }))
      continue
    }
    const id = CaseId.safeParse(recordId).data
    if (id === undefined || isOpen(toCopyKey(userId, recordId, kind))) continue
    const number = formatCaseNumber(id)
    const sentKind = sentKinds.find((one) => one === kind)
    if (kind === findingsKind) {
      if (!(await saveFindings(userId, id, signal)))
        unsaved.push(t('shell:unsaved.caseReport', { number }))
    } else if (sentKind && createTypedTextCopy(userId, id, sentKind).read()?.text.trim())
      unsent.push(t('shell:unsaved.caseText', { number }))
  }
  return { unsaved, unsent }
}

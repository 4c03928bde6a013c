import { CaseFindings } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { z } from 'zod'
import { createTextCopy } from '../shared/text-copy.ts'
import type { UnansweredFindings } from './findings-sender.ts'

/** Texts that are longer than allowed are kept too: their author has not shortened them yet. */
const VersionedTexts = z.object({
  /** The version of the server's draft that it is based on. */
  version: z.int().nonnegative(),
  texts: z.record(z.keyof(CaseFindings), z.string()),
})
const FindingsCopy = VersionedTexts.extend({ unanswered: VersionedTexts.optional() })

export const findingsKind = 'findings'

/** The copy of the findings in this browser: only what the server lacks. */
export function createFindingsCopy(userId: number, caseId: CaseId) {
  const copy = createTextCopy(userId, caseId, findingsKind, FindingsCopy)
  return {
    read: copy.read,
    write: (texts: CaseFindings | undefined, version: number, unanswered?: UnansweredFindings) =>
      copy.write(texts && { version, texts, ...(unanswered && { unanswered }) }),
  }
}

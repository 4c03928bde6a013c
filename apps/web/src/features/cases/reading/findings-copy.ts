import { CaseFindings } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { z } from 'zod'
import type { UnansweredDraft } from '../../../draft-sender.ts'
import { createTextCopy } from '../shared/text-copy.ts'

/** Texts that are longer than allowed are kept too: their author has not shortened them yet. */
const VersionedTexts = z.object({
  /** The version of the server's draft that it is based on. */
  version: z.int().nonnegative(),
  texts: z.record(z.keyof(CaseFindings), z.string()),
})
const FindingsCopy = VersionedTexts.extend({
  /** The texts of that draft, with which texts of another computer are merged. */
  base: VersionedTexts.shape.texts.optional(),
  unanswered: VersionedTexts.optional(),
})

export const findingsKind = 'findings'

interface KeptFindings {
  readonly version: number
  readonly texts: CaseFindings
  readonly base: CaseFindings | undefined
  readonly unanswered: UnansweredDraft<CaseFindings> | undefined
}

/** The copy of the findings in this browser: only what the server lacks. */
export function createFindingsCopy(userId: number, caseId: CaseId) {
  const copy = createTextCopy(userId, caseId, findingsKind, FindingsCopy)
  return {
    read: (): KeptFindings | undefined => {
      const kept = copy.read()
      if (!kept) return undefined
      const { version, texts, base, unanswered: last } = kept
      return {
        version,
        texts,
        base,
        unanswered: last && { version: last.version, content: last.texts },
      }
    },
    write: (
      texts: CaseFindings | undefined,
      version: number,
      base?: CaseFindings,
      last?: UnansweredDraft<CaseFindings>,
    ) =>
      copy.write(
        texts && {
          version,
          texts,
          ...(base && { base }),
          ...(last && { unanswered: { version: last.version, texts: last.content } }),
        },
      ),
  }
}

export const isSameFindings = (one: CaseFindings, other: CaseFindings) =>
  one.findings === other.findings &&
  one.interpretation === other.interpretation &&
  one.internalMedicineRecommandations === other.internalMedicineRecommandations &&
  one.signature === other.signature

import type { CaseFindings } from '@talus/contract'
import { ApiError } from '../../../api/api-error.ts'

/** Texts of a request without an answer; the server may have them as the version after this one. */
export interface UnansweredFindings {
  readonly version: number
  readonly texts: CaseFindings
}

/** Resolves with the version that the server has then. */
type PutFindings = (version: number, texts: CaseFindings) => Promise<number>

const isSame = (one: CaseFindings, other: CaseFindings) =>
  one.findings === other.findings &&
  one.interpretation === other.interpretation &&
  one.internalMedicineRecommandations === other.internalMedicineRecommandations &&
  one.signature === other.signature

/** Network, time-out, proxy and a failing server: it may have saved the texts nevertheless. */
const isUnanswered = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/**
 * Sends unfinished texts. A request without an answer is repeated before newer texts are sent: the
 * server recognizes texts that it has already, while newer ones on the same version would look like
 * those of another computer.
 */
export function createFindingsSender(put: PutFindings, before?: UnansweredFindings) {
  let unanswered = before
  let known = 0
  const putOnce = async (version: number, texts: CaseFindings): Promise<number> => {
    unanswered = { version, texts }
    try {
      known = await put(version, texts)
      unanswered = undefined
      return known
    } catch (error) {
      if (!isUnanswered(error)) unanswered = undefined
      throw error
    }
  }
  return {
    getUnanswered: () => unanswered,
    send: async (version: number, texts: CaseFindings): Promise<number> => {
      const last = unanswered
      if (!last || last.version < version) return putOnce(Math.max(version, known), texts)
      if (isSame(last.texts, texts)) return putOnce(last.version, texts)
      return putOnce(await putOnce(last.version, last.texts), texts)
    },
  }
}

import { ApiError } from './api/api-error.ts'

/** A draft in a request without an answer; the server may have it as the version after this one. */
export interface UnansweredDraft<Content> {
  readonly version: number
  readonly content: Content
}

interface DraftSenderOptions<Content> {
  /** Resolves with the version that the server has then. */
  readonly put: (version: number, content: Content) => Promise<number>
  readonly isSame: (one: Content, other: Content) => boolean
  /** The request without an answer of a page that was closed. */
  readonly before?: UnansweredDraft<Content> | undefined
}

export interface DraftSender<Content> {
  readonly getUnanswered: () => UnansweredDraft<Content> | undefined
  readonly send: (version: number, content: Content) => Promise<number>
  /** The draft is finished or discarded: the next one begins anew. */
  readonly forget: () => void
}

/** Network, time-out, proxy and a failing server: it may have saved the draft nevertheless. */
const isUnanswered = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/**
 * Sends drafts. A request without an answer is repeated before a newer draft is sent: the server
 * recognizes a draft that it has already, while a newer one on the same version would look like
 * that of another computer.
 */
export function createDraftSender<Content>({
  put,
  isSame,
  before,
}: DraftSenderOptions<Content>): DraftSender<Content> {
  let unanswered = before
  let known = 0
  const putOnce = async (version: number, content: Content): Promise<number> => {
    unanswered = { version, content }
    try {
      known = await put(version, content)
      unanswered = undefined
      return known
    } catch (error) {
      if (!isUnanswered(error)) unanswered = undefined
      throw error
    }
  }
  return {
    getUnanswered: () => unanswered,
    send: async (version, content) => {
      const last = unanswered
      if (!last || last.version < version) return putOnce(Math.max(version, known), content)
      if (isSame(last.content, content)) return putOnce(last.version, content)
      return putOnce(await putOnce(last.version, last.content), content)
    },
    forget: () => {
      unanswered = undefined
      known = 0
    },
  }
}

import type { CaseId, StudyId } from '@talus/contract'
import type { z } from 'zod'
import { persistentStorage } from '../../../browser-storage.ts'
import { onSignOut } from '../../../session-state.ts'
import { removeCopiedTexts, toCopyKey } from './copy-keys.ts'

/** The user whose copies this page keeps; a page that signing out removes must write none. */
let owner: number | undefined

interface TextCopy<Content> {
  readonly read: () => Content | undefined
  /** Undefined removes the copy: the text was sent, or its author gave it up. */
  readonly write: (content: Content | undefined) => void
}

/**
 * The copy of a typed text in this browser, bound to its author, its kind, and its case or the study
 * of a case that is not created yet. It survives a reload, a crash and an expired sign-in. Signing
 * out removes it.
 */
export function createTextCopy<Content>(
  userId: number,
  recordId: CaseId | StudyId,
  kind: string,
  schema: z.ZodType<Content>,
): TextCopy<Content> {
  const key = toCopyKey(userId, recordId, kind)
  owner = userId
  return {
    read: () => {
      const text = persistentStorage.read(key)
      if (text === undefined) return undefined
      try {
        return schema.parse(JSON.parse(text))
      } catch {
        // Written by another version of the application and not readable any more.
        return undefined
      }
    },
    write: (content) => {
      if (owner !== userId) return
      persistentStorage.write(key, content === undefined ? undefined : JSON.stringify(content))
    },
  }
}

/** An expired session is probably continued by the same user; signing out leaves nothing behind. */
onSignOut((end) => {
  if (end === 'expired' || owner === undefined) return
  removeCopiedTexts(owner)
  owner = undefined
})

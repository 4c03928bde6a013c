import { onSignOut } from '../../session-state.ts'

/**
 * Unsaved form input. It outlives the form, so that another section, Escape or an expired session
 * loses nothing. It is in memory only, because the next user of a shared computer could read
 * storage.
 */
const drafts = new Map<string, Readonly<Record<string, unknown>>>()
let owner: number | undefined

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Makes the browser ask before a reload discards drafts. */
function updateUnloadWarning() {
  if (typeof window === 'undefined') return
  if (drafts.size > 0) window.addEventListener('beforeunload', preventUnload)
  else window.removeEventListener('beforeunload', preventUnload)
}

export const readDraft = <Values>(key: string): Partial<Values> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of that name has written it
  (drafts.get(key) ?? {}) as Partial<Values>

export function storeDraft(key: string, changed: Readonly<Record<string, unknown>>) {
  if (Object.keys(changed).length === 0) drafts.delete(key)
  else drafts.set(key, changed)
  updateUnloadWarning()
}

function clearDrafts() {
  drafts.clear()
  updateUnloadWarning()
}
onSignOut((end) => {
  if (end === 'signed-out') clearDrafts()
})

/** Keeps the drafts if the same user signs in again; clears them for another user. */
export function setDraftOwner(userId: number) {
  if (owner !== undefined && owner !== userId) clearDrafts()
  owner = userId
}

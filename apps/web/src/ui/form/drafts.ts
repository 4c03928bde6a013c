/**
 * What was typed and not saved. It outlives the form: another section, Escape or an expired sign-in
 * lose nothing. In memory only, since a shared machine keeps its storage for the next person.
 */
const drafts = new Map<string, Readonly<Record<string, unknown>>>()
let owner: number | undefined

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** The browser asks before a reload throws drafts away. */
function watch() {
  if (typeof window === 'undefined') return
  if (drafts.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

export const readDraft = <Values>(key: string): Partial<Values> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of that name has written it
  (drafts.get(key) ?? {}) as Partial<Values>

export function keepDraft(key: string, changed: Readonly<Record<string, unknown>>) {
  if (Object.keys(changed).length === 0) drafts.delete(key)
  else drafts.set(key, changed)
  watch()
}

export function forgetDrafts() {
  drafts.clear()
  watch()
}

/** Whoever signs in again finds his own; somebody else finds nothing. */
export function keepDraftsOf(userId: number) {
  if (owner !== undefined && owner !== userId) forgetDrafts()
  owner = userId
}

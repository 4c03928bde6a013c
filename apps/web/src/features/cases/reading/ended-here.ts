import type { CaseId } from '@talus/contract'
import { createSessionStore } from '../../../session-state.ts'

/** The cases that this page has reported or released: their user needs no message about the loss. */
export const casesEndedHere = createSessionStore<ReadonlySet<CaseId>>(new Set())

/** To be called as soon as the server has agreed: the changed case is shown before the page is left. */
export const endHere = (id: CaseId) => casesEndedHere.set((now) => new Set([...now, id]))

/** The case is this user's again. */
export const beginHere = (id: CaseId) =>
  casesEndedHere.set((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : now))

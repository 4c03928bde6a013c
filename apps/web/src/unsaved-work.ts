import { onSignOut } from './session-state.ts'
import type { SessionEnd } from './session-state.ts'

/** A text that the server may lack, e.g. the draft of a report. */
export interface UnsavedWork {
  /** Names it for its user, e.g. "Report about Rex". */
  readonly getName: () => string
  /** The key of its copy in the storage of the browser. */
  readonly copyKey?: string
  readonly isSaved: () => boolean
  /** Resolves when the server has the last change, or has failed. */
  readonly save: () => Promise<void>
  /** The session has ended: nothing may be saved as the next user. */
  readonly stop: (end: SessionEnd) => void
}

/** The names of texts that the server lacks. */
export interface LeftTexts {
  /** Saving them can be tried again. */
  readonly unsaved: readonly string[]
  /** Their author has not sent them, e.g. a message. */
  readonly unsent: readonly string[]
}

const openWork = new Set<UnsavedWork>()

/** Returns a function that removes it again. */
export function registerUnsavedWork(work: UnsavedWork): () => void {
  openWork.add(work)
  return () => openWork.delete(work)
}

/** A server that does not answer must not hold up the question to the user. */
const saveTimeoutMs = 5000

/** Saves the open work; returns the names of the work that the server still lacks. */
export async function saveUnsavedWork(timeoutMs = saveTimeoutMs): Promise<readonly string[]> {
  const unsaved = [...openWork].filter((work) => !work.isSaved())
  if (unsaved.length === 0) return []
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([Promise.allSettled(unsaved.map((work) => work.save())), timeout])
  clearTimeout(timer)
  return unsaved.filter((work) => !work.isSaved()).map((work) => work.getName())
}

/** Whether the text of a copy is open in this page, which saves it by itself. */
export const isOpenWork = (copyKey: string): boolean =>
  [...openWork].some((work) => work.copyKey === copyKey)

function stopWork(end: SessionEnd) {
  for (const work of openWork) work.stop(end)
  openWork.clear()
}
onSignOut((end) => {
  stopWork(end)
  openWork.clear()
})

/** The user gives the unsaved work up: nothing of it is saved or asked about any more. */
export const giveUpUnsavedWork = () => stopWork('signed-out')

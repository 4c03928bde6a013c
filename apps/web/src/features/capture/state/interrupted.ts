import type { StudyId } from '@talus/contract'
import { perTab } from '../../../browser-storage.ts'

const key = (studyId: StudyId) => `capture-running-${studyId}`

/** Remembers, over a reload and not over a leave, that images were being taken. */
export const interrupted = {
  of: (studyId: StudyId) => perTab.read(key(studyId)) !== undefined,
  note: (studyId: StudyId, isRunning: boolean) =>
    perTab.write(key(studyId), isRunning ? 'yes' : undefined),
}

const changedMindMs = 3000

/**
 * A page that is closed or loaded again. Its calls are cut off before it is told (`pagehide`), so that
 * they fail in between: who looks at a failure can ask here whether it is one.
 */
export function whenPageGoes(leave: () => void) {
  let isGoing = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stay = () => {
    isGoing = false
  }
  const begin = () => {
    isGoing = true
    clearTimeout(timer)
    // Somebody may have been asked whether to stay, and have stayed.
    timer = setTimeout(stay, changedMindMs)
  }
  const go = () => {
    isGoing = true
    clearTimeout(timer)
    leave()
  }
  const listeners = { beforeunload: begin, pagehide: go, pageshow: stay }
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener)
  return {
    isGoing: () => isGoing,
    forget: () => {
      clearTimeout(timer)
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener)
    },
  }
}

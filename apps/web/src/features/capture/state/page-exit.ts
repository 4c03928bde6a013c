import type { StudyId } from '@talus/contract'
import { tabStorage } from '../../../browser-storage.ts'

const key = (studyId: StudyId) => `capture-running-${studyId}`

/** Remembers across a reload that the capture loop was running; leaving the page clears it. */
export const runningFlag = {
  isSet: (studyId: StudyId) => tabStorage.read(key(studyId)) !== undefined,
  set: (studyId: StudyId, isRunning: boolean) =>
    tabStorage.write(key(studyId), isRunning ? 'yes' : undefined),
}

const stayTimeoutMs = 3000

/**
 * Watches for the page being closed or reloaded. The browser aborts pending calls before it fires
 * `pagehide`; callers check `isLeaving` to tell such an abort from a failure.
 */
export function watchPageExit(leave: () => void) {
  let isLeaving = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stay = () => {
    isLeaving = false
  }
  const prepare = () => {
    isLeaving = true
    clearTimeout(timer)
    // The browser may have asked whether to leave, and the user may have stayed.
    timer = setTimeout(stay, stayTimeoutMs)
  }
  const go = () => {
    isLeaving = true
    clearTimeout(timer)
    leave()
  }
  const listeners = { beforeunload: prepare, pagehide: go, pageshow: stay }
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener)
  return {
    isLeaving: () => isLeaving,
    stopWatching: () => {
      clearTimeout(timer)
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener)
    },
  }
}

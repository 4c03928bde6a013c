import { useState } from 'react'
import { doubleClickMs } from '../modals/pointer-guard.ts'

/**
 * Runs a function once for a double click. The state of a mutation is rendered after the second
 * click, so a disabled button comes too late; the guard is set before the first call returns. It
 * stays for the time of a double click after a success, while a dialog is still closing.
 */
export function createOneRun(now: () => number = () => performance.now(), pauseMs = doubleClickMs) {
  let isRunning = false
  let succeededAt = Number.NEGATIVE_INFINITY
  return async (run: () => Promise<unknown>): Promise<void> => {
    if (isRunning || now() - succeededAt < pauseMs) return
    isRunning = true
    try {
      await run()
      succeededAt = now()
    } catch {
      // The mutation shows its error, and the user may try again at once.
    } finally {
      isRunning = false
    }
  }
}

/** For the buttons that create something: see `createOneRun`. */
export const useOneRun = () => useState(() => createOneRun())[0]

/** How long the next row of a list, which moves to the place of the one before, takes no press. */
export const nextRowPauseMs = 1000

/** For the buttons of all rows of a list in which an answered row makes place for the next. */
export const useOneRunOfRows = () => useState(() => createOneRun(undefined, nextRowPauseMs))[0]

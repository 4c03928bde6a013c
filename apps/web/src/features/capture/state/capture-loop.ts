import { createStore } from '../../../store.ts'

export type LoopState = 'idle' | 'running' | 'stopping'

export interface LoopParts<Target, Taken> {
  /** What the next image will show; undefined ends the loop. */
  readonly target: () => Target | undefined
  readonly isSame: (one: Target, other: Target) => boolean
  /** Arms the sensor and waits for an image of the target. */
  readonly capture: (target: Target, signal: AbortSignal) => Promise<Taken>
  /** Disarms the sensor; a capture that waits answers that it was cancelled. */
  readonly cancel: () => Promise<unknown>
  /** Resolves as soon as the sensor can be armed again. */
  readonly whenSettled: (signal: AbortSignal) => Promise<void>
  /** The sensor holds an exposure: it will be answered, and is not to be cut off. */
  readonly isProcessing: () => boolean
  readonly isCancelled: (error: unknown) => boolean
  readonly onTaken: (taken: Taken) => void
  readonly onFailure: (error: unknown) => void
  /** How long a cancelled call may take to answer before the connection is closed. */
  readonly graceMs: number
}

/**
 * Takes image after image until it is told to stop or something fails. The sensor is armed for one
 * target at a time; another target disarms it first, so that no exposure gets a wrong name.
 */
export function createCaptureLoop<Target, Taken>(parts: LoopParts<Target, Taken>) {
  const store = createStore<LoopState>('idle')
  /** What an exposure of this moment would show; from the order to disarm on it is nothing. */
  const armed = createStore<Target | undefined>(undefined)
  let call: AbortController | undefined
  let ended: Promise<void> = Promise.resolve()
  /** The calls that were disarmed on purpose: closing one of them is no failure. */
  const disarmed = new WeakSet<AbortController>()

  const isWanted = () => store.get() === 'running'

  async function takeOne(target: Target, own: AbortController) {
    try {
      const taken = await parts.capture(target, own.signal)
      parts.onTaken(taken)
    } catch (error) {
      if (disarmed.has(own)) return
      // Somebody else has cancelled, or it failed: the loop is over in both cases.
      store.set('stopping')
      if (!parts.isCancelled(error)) parts.onFailure(error)
    }
  }

  async function run() {
    while (isWanted()) {
      const target = parts.target()
      if (target === undefined) break
      const own = new AbortController()
      call = own
      armed.set(target)
      await takeOne(target, own)
      armed.set(undefined)
      if (isWanted()) await parts.whenSettled(own.signal)
    }
    call = undefined
    store.set('idle')
  }

  /** Ends the present call, and not the loop. */
  async function disarm() {
    const own = call
    if (!own) return
    disarmed.add(own)
    armed.set(undefined)
    try {
      await parts.cancel()
    } catch (error) {
      parts.onFailure(error)
    }
    // An answer that never comes must not hold the screen; an exposure must never be cut off.
    setTimeout(() => {
      if (call === own && !parts.isProcessing()) own.abort()
    }, parts.graceMs)
  }

  return {
    store,
    armed,
    start: () => {
      if (store.get() !== 'idle') return
      store.set('running')
      ended = run()
    },
    /** Resolves when nothing is armed any more. */
    stop: async () => {
      if (store.get() === 'idle') return
      store.set('stopping')
      await disarm()
      await ended
    },
    /** To be called when the target may be another one. */
    follow: () => {
      const present = armed.get()
      // Where nothing is armed the loop looks at the target itself, when it arms again.
      if (!isWanted() || present === undefined || parts.isProcessing()) return
      const target = parts.target()
      if (target !== undefined && parts.isSame(target, present)) return
      if (target === undefined) store.set('stopping')
      void disarm()
    },
    /** For a page that goes, and disarms the sensor itself: waits for nothing. */
    leave: () => {
      if (store.get() === 'idle') return
      store.set('stopping')
      if (!call) return
      disarmed.add(call)
      armed.set(undefined)
      call.abort()
    },
  }
}

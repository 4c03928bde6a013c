import { createStore } from '../../../store.ts'

export type LoopState = 'idle' | 'running' | 'stopping'

export interface CaptureLoopOptions<Target, Result> {
  /** Returns the annotation of the next image; undefined ends the loop. */
  readonly target: () => Target | undefined
  readonly isSameTarget: (one: Target, other: Target) => boolean
  /**
   * Arms the sensor and waits for an image of the target. `isContinued`: the loop does so by itself
   * after an image; the user has started nothing and selected no other target since.
   */
  readonly capture: (target: Target, signal: AbortSignal, isContinued: boolean) => Promise<Result>
  /**
   * Disarms the sensor; a pending capture then fails as cancelled. If the sensor is armed again at
   * once, it stays leased, so that no other page comes between.
   */
  readonly cancel: (isRearmed: boolean) => Promise<unknown>
  /** Resolves as soon as the sensor can be armed again. */
  readonly whenSettled: (signal: AbortSignal) => Promise<void>
  /**
   * True while the sensor processes an exposure: its capture will be answered and must not be
   * aborted.
   */
  readonly isProcessing: () => boolean
  readonly isCancelled: (error: unknown) => boolean
  readonly onCaptured: (result: Result) => void
  readonly onFailure: (error: unknown) => void
  /** Another client has cancelled the capture: the loop ends. */
  readonly onCancelledByOther: () => void
  /** Time a cancelled call may take to answer before it is aborted. */
  readonly graceMs: number
}

/**
 * Captures one image after another until it is stopped or a capture fails. The sensor is armed for
 * one target at a time; a changed target disarms it first, so that no exposure gets a wrong
 * annotation.
 */
export function createCaptureLoop<Target, Result>(options: CaptureLoopOptions<Target, Result>) {
  const store = createStore<LoopState>('idle')
  /** The target the sensor is armed for; undefined as soon as it is being disarmed. */
  const armed = createStore<Target | undefined>(undefined)
  let call: AbortController | undefined
  let ended: Promise<void> = Promise.resolve()
  /** Calls that were disarmed on purpose: their errors are no failures. */
  const disarmed = new WeakSet<AbortController>()

  const isRunning = () => store.get() === 'running'

  /** Resolves with true if there is an image. */
  async function captureOne(target: Target, own: AbortController, isContinued: boolean) {
    try {
      const result = await options.capture(target, own.signal, isContinued)
      options.onCaptured(result)
      return true
    } catch (error) {
      if (disarmed.has(own)) return false
      // Another client has cancelled the capture, or it has failed: the loop ends in both cases.
      store.set('stopping')
      if (options.isCancelled(error)) options.onCancelledByOther()
      else options.onFailure(error)
      return false
    }
  }

  async function run() {
    let isContinued = false
    while (isRunning()) {
      const target = options.target()
      if (target === undefined) break
      const own = new AbortController()
      call = own
      armed.set(target)
      isContinued = await captureOne(target, own, isContinued)
      armed.set(undefined)
      if (isRunning()) await options.whenSettled(own.signal)
    }
    call = undefined
    store.set('idle')
  }

  /** Ends the current call, but not the loop. */
  async function disarm(isRearmed: boolean) {
    const own = call
    if (!own) return
    disarmed.add(own)
    armed.set(undefined)
    try {
      await options.cancel(isRearmed)
    } catch (error) {
      options.onFailure(error)
    }
    // A missing response must not block the screen, but an exposure must never be aborted.
    setTimeout(() => {
      if (call === own && !options.isProcessing()) own.abort()
    }, options.graceMs)
  }

  return {
    store,
    armed,
    start: () => {
      if (store.get() !== 'idle') return
      store.set('running')
      ended = run()
    },
    /** Resolves when the sensor is no longer armed. */
    stop: async () => {
      if (store.get() === 'idle') return
      store.set('stopping')
      await disarm(false)
      await ended
    },
    /** Rearms the sensor if the target has changed. */
    updateTarget: () => {
      const current = armed.get()
      // While nothing is armed, the loop reads the target itself when it arms next.
      if (!isRunning() || current === undefined || options.isProcessing()) return
      const target = options.target()
      if (target !== undefined && options.isSameTarget(target, current)) return
      if (target === undefined) store.set('stopping')
      void disarm(target !== undefined)
    },
    /** Ends the loop at once, for a page that is being closed; the caller disarms the sensor. */
    abort: () => {
      if (store.get() === 'idle') return
      store.set('stopping')
      if (!call) return
      disarmed.add(call)
      armed.set(undefined)
      call.abort()
    },
  }
}

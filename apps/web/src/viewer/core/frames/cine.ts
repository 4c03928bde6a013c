import type { ImageId } from '@talus/contract'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import type { ImageCache } from '../loading/image-cache.ts'
import { listShownImages } from '../grid/grid.ts'
import { getFrame } from '../store/viewer-store.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { advanceClock, clampFrame, listFramesToPrefetch, wrapFrame } from './play-clock.ts'
import type { PlayClock } from './play-clock.ts'

/** Playback state of a loop. The visible frame, always a loaded one, is part of the scene. */
export interface CineState {
  /** The requested frame: loading, or visible already. */
  readonly wanted: number
  readonly isPlaying: boolean
  /** Frames per second chosen by the user; otherwise the rate of the file. */
  readonly rate: number | undefined
  /** Reason why the requested frame is not visible. */
  readonly fault: unknown
}

/** Frames per second if the file gives no rate: slow enough to see, fast enough to look moving. */
const defaultRate = 15

/** Frames prefetched while paused; the others are loaded when the loop is played. */
const prefetchWhilePaused = 8

export interface Cine {
  readonly getState: (imageId: ImageId) => Store<CineState>
  readonly getRate: (imageId: ImageId) => number
  readonly setRate: (imageId: ImageId, rate: number) => void
  readonly show: (imageId: ImageId, frame: number) => void
  readonly step: (imageId: ImageId, by: number) => void
  readonly toggle: (imageId: ImageId) => void
  readonly pause: (imageId: ImageId) => void
  /** Called when an image becomes visible: requests its last visible frame again. */
  readonly open: (imageId: ImageId) => void
  readonly stop: () => void
}

interface CineOptions {
  readonly store: ViewerStore
  readonly imageCache: ImageCache
}

interface Loop {
  clock: PlayClock
  direction: 1 | -1
  readonly state: Store<CineState>
}

const createLoop = (wanted: number): Loop => ({
  clock: { frame: 1, at: 0 },
  direction: 1,
  state: createStore<CineState>({ wanted, isPlaying: false, rate: undefined, fault: undefined }),
})

/** The frames of the images: how many there are, which are loaded, which is visible. */
function createFrameAccess({ store, imageCache }: CineOptions) {
  const { frames: frameCache } = imageCache
  const getDisplay = (imageId: ImageId) => imageCache.getImage(imageId).get().metadata?.display
  const countFrames = (imageId: ImageId) => getDisplay(imageId)?.frames ?? 1
  const getVisibleFrame = (imageId: ImageId) => getFrame(store.get(), imageId)
  return {
    getDisplay,
    countFrames,
    getVisibleFrame,
    isReady: (imageId: ImageId) => (frame: number) =>
      frameCache.getPixels(imageId, frame) !== undefined,
    setVisibleFrame: (imageId: ImageId, frame: number) => {
      if (getVisibleFrame(imageId) === frame) return
      store.set((now) => ({ ...now, frames: new Map(now.frames).set(imageId, frame) }))
    },
    /** The visible frame is kept until the next one is loaded. */
    prefetchFrames: (imageId: ImageId, { state, direction }: Loop) => {
      const { wanted, isPlaying } = state.get()
      const capacity = frameCache.capacity(imageId)
      const max = isPlaying ? capacity : Math.min(capacity, prefetchWhilePaused)
      const next = listFramesToPrefetch({
        frame: wanted,
        frames: countFrames(imageId),
        direction,
        max,
      })
      frameCache.request(imageId, [...new Set([...next, getVisibleFrame(imageId)])])
    },
  }
}

export function createCine({ store, imageCache }: CineOptions): Cine {
  const loops = new Map<ImageId, Loop>()
  const { frames: frameCache } = imageCache
  const { getDisplay, countFrames, getVisibleFrame, isReady, setVisibleFrame, prefetchFrames } =
    createFrameAccess({ store, imageCache })
  let tick: number | undefined

  function getLoop(imageId: ImageId): Loop {
    const known = loops.get(imageId)
    if (known) return known
    const loop = createLoop(getVisibleFrame(imageId))
    loops.set(imageId, loop)
    return loop
  }
  const getRate = (imageId: ImageId) =>
    getLoop(imageId).state.get().rate ?? getDisplay(imageId)?.frameRate ?? defaultRate

  function pause(imageId: ImageId) {
    const { state } = getLoop(imageId)
    if (!state.get().isPlaying) return
    state.set((now) => ({ ...now, isPlaying: false, wanted: getVisibleFrame(imageId) }))
  }

  function show(imageId: ImageId, frame: number) {
    const loop = getLoop(imageId)
    // The number of frames is unknown until the metadata is loaded.
    const count = getDisplay(imageId)?.frames ?? Infinity
    const wanted = Math.min(count, Math.max(1, Math.round(frame)))
    if (wanted !== getVisibleFrame(imageId))
      loop.direction = wanted > getVisibleFrame(imageId) ? 1 : -1
    loop.state.set((now) => ({ ...now, wanted, isPlaying: false, fault: undefined }))
    prefetchFrames(imageId, loop)
    if (isReady(imageId)(wanted)) setVisibleFrame(imageId, wanted)
  }

  /** Stops playing if the next frame failed to load, and reports its error. */
  function stopBeforeFault(imageId: ImageId, { state, clock }: Loop) {
    const next = wrapFrame(clock.frame + 1, countFrames(imageId))
    const fault = frameCache.getFault(imageId, next)
    if (fault !== undefined) state.set((now) => ({ ...now, isPlaying: false, wanted: next, fault }))
  }

  /** Called when a frame was loaded or failed. */
  function onFrameSettled() {
    for (const [imageId, loop] of loops) {
      const { state } = loop
      const { wanted, isPlaying, fault } = state.get()
      if (isPlaying) stopBeforeFault(imageId, loop)
      else if (isReady(imageId)(wanted)) setVisibleFrame(imageId, wanted)
      else if (fault !== frameCache.getFault(imageId, wanted))
        state.set((now) => ({ ...now, fault: frameCache.getFault(imageId, wanted) }))
    }
  }

  function onTick(now: number) {
    tick = undefined
    const onScreen = listShownImages(store.get().grid)
    for (const [imageId, loop] of loops) {
      const { state } = loop
      if (!state.get().isPlaying) continue
      if (!onScreen.includes(imageId)) {
        pause(imageId)
        continue
      }
      const [frames, rate] = [countFrames(imageId), getRate(imageId)]
      const playing = { frames, rate, isReady: isReady(imageId) }
      const isHidden = document.visibilityState === 'hidden'
      loop.clock = isHidden ? { ...loop.clock, at: now } : advanceClock(loop.clock, now, playing)
      const { frame } = loop.clock
      if (frame === getVisibleFrame(imageId)) {
        stopBeforeFault(imageId, loop)
        continue
      }
      state.set((before) => ({ ...before, wanted: frame }))
      setVisibleFrame(imageId, frame)
      prefetchFrames(imageId, loop)
    }
    run()
  }
  function run() {
    const isPlaying = [...loops.values()].some(({ state }) => state.get().isPlaying)
    if (isPlaying) tick ??= requestAnimationFrame(onTick)
  }

  const unsubscribe = frameCache.subscribe(onFrameSettled)
  return {
    getState: (imageId) => getLoop(imageId).state,
    getRate,
    setRate: (imageId, rate) => {
      const loop = getLoop(imageId)
      loop.clock = { ...loop.clock, at: performance.now() }
      loop.state.set((now) => ({ ...now, rate }))
    },
    show,
    step: (imageId, by) => {
      const { wanted } = getLoop(imageId).state.get()
      show(imageId, clampFrame(wanted + by, countFrames(imageId)))
    },
    toggle: (imageId) => {
      if (countFrames(imageId) < 2) return
      const loop = getLoop(imageId)
      if (loop.state.get().isPlaying) return pause(imageId)
      const frame = getVisibleFrame(imageId)
      loop.clock = { frame, at: performance.now() }
      loop.direction = 1
      loop.state.set((now) => ({ ...now, wanted: frame, isPlaying: true, fault: undefined }))
      prefetchFrames(imageId, loop)
      run()
    },
    pause,
    open: (imageId) => {
      const { wanted } = getLoop(imageId).state.get()
      show(imageId, wanted)
    },
    stop: () => {
      unsubscribe()
      if (tick !== undefined) cancelAnimationFrame(tick)
    },
  }
}

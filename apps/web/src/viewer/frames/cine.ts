import type { ImageId } from '@talus/contract'
import { createStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import type { Pictures } from '../engine/pictures.ts'
import { shownIn } from '../grid/grid.ts'
import { frameIn } from '../store/viewer-store.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { advance, bounded, framesAhead, wrapped } from './play-clock.ts'
import type { Clock } from './play-clock.ts'

/** How a loop is looked at. Which frame is seen stands in the scene: it is never one that has not come. */
export interface Reel {
  /** On its way, or seen already. */
  readonly wanted: number
  readonly isPlaying: boolean
  /** Frames in a second that somebody chose; else as the file wishes. */
  readonly rate: number | undefined
  /** Why the wanted frame is not seen. */
  readonly fault: unknown
}

/** Where a file does not tell how fast it is: slow enough to be seen, fast enough to be a movement. */
const usualRate = 15

/** While somebody looks at single frames; the others come when the loop is played. */
const aheadInStill = 8

export interface Cine {
  readonly reel: (imageId: ImageId) => Store<Reel>
  readonly rateOf: (imageId: ImageId) => number
  readonly setRate: (imageId: ImageId, rate: number) => void
  readonly show: (imageId: ImageId, frame: number) => void
  readonly step: (imageId: ImageId, by: number) => void
  readonly toggle: (imageId: ImageId) => void
  readonly pause: (imageId: ImageId) => void
  /** An image has come on screen: what was seen of it is brought again. */
  readonly open: (imageId: ImageId) => void
  readonly stop: () => void
}

interface Given {
  readonly store: ViewerStore
  readonly pictures: Pictures
}

interface Running {
  clock: Clock
  way: 1 | -1
  readonly reel: Store<Reel>
}

export function createCine({ store, pictures }: Given): Cine {
  const loops = new Map<ImageId, Running>()
  const { frames: shelf } = pictures
  let tick: number | undefined

  const displayOf = (imageId: ImageId) => pictures.picture(imageId).get().metadata?.display
  const framesOf = (imageId: ImageId) => displayOf(imageId)?.frames ?? 1
  const shown = (imageId: ImageId) => frameIn(store.get(), imageId)
  const isReady = (imageId: ImageId) => (frame: number) =>
    shelf.pixels(imageId, frame) !== undefined

  function loopOf(imageId: ImageId): Running {
    const known = loops.get(imageId)
    if (known) return known
    const reel = createStore<Reel>({
      wanted: shown(imageId),
      isPlaying: false,
      rate: undefined,
      fault: undefined,
    })
    const loop: Running = { clock: { frame: 1, at: 0 }, way: 1, reel }
    loops.set(imageId, loop)
    return loop
  }
  const rateOf = (imageId: ImageId) =>
    loopOf(imageId).reel.get().rate ?? displayOf(imageId)?.frameRate ?? usualRate

  function see(imageId: ImageId, frame: number) {
    if (shown(imageId) === frame) return
    store.set((now) => ({ ...now, frames: new Map(now.frames).set(imageId, frame) }))
  }

  /** What is seen is kept until the next one can be. */
  function fetchAhead(imageId: ImageId, { reel, way }: Running) {
    const { wanted, isPlaying } = reel.get()
    const room = shelf.capacity(imageId)
    const most = isPlaying ? room : Math.min(room, aheadInStill)
    const ahead = framesAhead({ frame: wanted, frames: framesOf(imageId), way, most })
    shelf.want(imageId, [...new Set([...ahead, shown(imageId)])])
  }

  function pause(imageId: ImageId) {
    const { reel } = loopOf(imageId)
    if (!reel.get().isPlaying) return
    reel.set((now) => ({ ...now, isPlaying: false, wanted: shown(imageId) }))
  }

  function show(imageId: ImageId, frame: number) {
    const loop = loopOf(imageId)
    const { reel } = loop
    // Before its metadata have come nobody knows how many there are.
    const count = displayOf(imageId)?.frames ?? Infinity
    const wanted = Math.min(count, Math.max(1, Math.round(frame)))
    if (wanted !== shown(imageId)) loop.way = wanted > shown(imageId) ? 1 : -1
    reel.set((now) => ({ ...now, wanted, isPlaying: false, fault: undefined }))
    fetchAhead(imageId, loop)
    if (isReady(imageId)(wanted)) see(imageId, wanted)
  }

  /** Whoever waits for a frame that will not come is told. */
  function stopBeforeFault(imageId: ImageId, { reel, clock }: Running) {
    const next = wrapped(clock.frame + 1, framesOf(imageId))
    const fault = shelf.faultOf(imageId, next)
    if (fault !== undefined) reel.set((now) => ({ ...now, isPlaying: false, wanted: next, fault }))
  }

  /** A frame has come, or could not be had. */
  function arrived() {
    for (const [imageId, loop] of loops) {
      const { reel } = loop
      const { wanted, isPlaying, fault } = reel.get()
      if (isPlaying) stopBeforeFault(imageId, loop)
      else if (isReady(imageId)(wanted)) see(imageId, wanted)
      else if (fault !== shelf.faultOf(imageId, wanted))
        reel.set((now) => ({ ...now, fault: shelf.faultOf(imageId, wanted) }))
    }
  }

  function onTick(now: number) {
    tick = undefined
    const onScreen = shownIn(store.get().grid)
    for (const [imageId, loop] of loops) {
      const { reel } = loop
      if (!reel.get().isPlaying) continue
      if (!onScreen.includes(imageId)) {
        pause(imageId)
        continue
      }
      const playing = {
        frames: framesOf(imageId),
        rate: rateOf(imageId),
        isReady: isReady(imageId),
      }
      const isHidden = document.visibilityState === 'hidden'
      loop.clock = isHidden ? { ...loop.clock, at: now } : advance(loop.clock, now, playing)
      const { frame } = loop.clock
      if (frame === shown(imageId)) {
        stopBeforeFault(imageId, loop)
        continue
      }
      reel.set((before) => ({ ...before, wanted: frame }))
      see(imageId, frame)
      fetchAhead(imageId, loop)
    }
    run()
  }
  function run() {
    const isPlaying = [...loops.values()].some(({ reel }) => reel.get().isPlaying)
    if (isPlaying) tick ??= requestAnimationFrame(onTick)
  }

  const unsubscribe = shelf.subscribe(arrived)
  return {
    reel: (imageId) => loopOf(imageId).reel,
    rateOf,
    setRate: (imageId, rate) => {
      const loop = loopOf(imageId)
      loop.clock = { ...loop.clock, at: performance.now() }
      loop.reel.set((now) => ({ ...now, rate }))
    },
    show,
    step: (imageId, by) => {
      const { wanted } = loopOf(imageId).reel.get()
      show(imageId, bounded(wanted + by, framesOf(imageId)))
    },
    toggle: (imageId) => {
      if (framesOf(imageId) < 2) return
      const loop = loopOf(imageId)
      if (loop.reel.get().isPlaying) return pause(imageId)
      const frame = shown(imageId)
      loop.clock = { frame, at: performance.now() }
      loop.way = 1
      loop.reel.set((now) => ({ ...now, wanted: frame, isPlaying: true, fault: undefined }))
      fetchAhead(imageId, loop)
      run()
    },
    pause,
    open: (imageId) => {
      const { wanted } = loopOf(imageId).reel.get()
      show(imageId, wanted)
    },
    stop: () => {
      unsubscribe()
      if (tick !== undefined) cancelAnimationFrame(tick)
    },
  }
}

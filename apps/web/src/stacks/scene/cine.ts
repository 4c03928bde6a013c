import type { Store } from '../../store.ts'
import { advanceClock } from '../../viewer/core/frames/play-clock.ts'
import type { PlayClock } from '../../viewer/core/frames/play-clock.ts'
import { clampRate, getActiveCell, getContent, withCell } from './scene.ts'
import type { CellState, StackScene } from './scene.ts'

export interface StackCine {
  readonly toggle: () => void
  readonly stop: () => void
  readonly setRate: (rate: number) => void
  readonly close: () => void
}

interface CineOptions {
  readonly scene: Store<StackScene>
  readonly countSlices: (cell: CellState) => number
  /** Requests the slice if it is not there yet. */
  readonly isLoaded: (cell: CellState, slice: number) => boolean
}

const canPlay = (scene: StackScene) => getContent(scene, scene.active).kind === 'stack'

/** Plays the slices of the active viewport, over and over. Slices that are not loaded delay it. */
export function createStackCine({ scene, countSlices, isLoaded }: CineOptions): StackCine {
  let clock: PlayClock = { frame: 1, at: 0 }
  let tick: number | undefined

  const setPlaying = (isPlaying: boolean) =>
    scene.set((now) =>
      now.cine.isPlaying === isPlaying ? now : { ...now, cine: { ...now.cine, isPlaying } },
    )
  function onTick(at: number) {
    tick = undefined
    const now = scene.get()
    const cell = getActiveCell(now)
    if (!now.cine.isPlaying || !cell) return
    if (!canPlay(now)) return setPlaying(false)
    const isHidden = document.visibilityState === 'hidden'
    // The user may have scrolled since the last tick, or chosen another viewport.
    const start = { ...clock, frame: cell.slice + 1 }
    const playing = {
      frames: countSlices(cell),
      rate: now.cine.rate,
      isReady: (frame: number) => isLoaded(cell, frame - 1),
    }
    clock = isHidden ? { ...start, at } : advanceClock(start, at, playing)
    if (clock.frame !== start.frame) {
      const slice = clock.frame - 1
      scene.set(withCell(now.active, (one) => ({ ...one, slice })))
    }
    tick = requestAnimationFrame(onTick)
  }
  return {
    toggle: () => {
      const now = scene.get()
      const cell = getActiveCell(now)
      if (now.cine.isPlaying) return setPlaying(false)
      if (!cell || !canPlay(now) || countSlices(cell) < 2) return undefined
      clock = { frame: cell.slice + 1, at: performance.now() }
      setPlaying(true)
      tick ??= requestAnimationFrame(onTick)
      return undefined
    },
    stop: () => setPlaying(false),
    setRate: (rate) => {
      clock = { ...clock, at: performance.now() }
      scene.set((now) => ({ ...now, cine: { ...now.cine, rate: clampRate(rate) } }))
    },
    close: () => {
      if (tick !== undefined) cancelAnimationFrame(tick)
      tick = undefined
    },
  }
}

import type { ImageId, Stack } from '@talus/contract'
import { createStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import type { LoadedImage } from '../../viewer/core/loading/image-loader.ts'
import { getStackWindow } from '../scene/stack-window.ts'
import type { StackSession } from '../stack-session.ts'
import type { VolumeClient } from '../volume/volume-client.ts'
import { createSliceImage } from './slice-image.ts'

/** The slice that a viewport shows; its pixels are missing if it cannot be read. */
export interface ShownSlice {
  readonly index: number
  readonly imageId: ImageId
  readonly frame: number
  readonly loaded: LoadedImage
}

export type LiveSlice = Store<ShownSlice | undefined>

/** So many slices in the direction of scrolling are on the page before they are wanted. */
const prefetched = 3

/** A step to a slice that the page has is drawn at once. */
function prefetchAround(volume: VolumeClient, wanted: number, before: number | undefined) {
  const direction = before === undefined ? 0 : Math.sign(wanted - before)
  if (direction === 0) for (const step of [1, -1]) volume.prefetchSlice(wanted + step)
  else
    for (let step = 1; step <= prefetched; step += 1)
      volume.prefetchSlice(wanted + step * direction)
}

interface LiveSliceOptions {
  readonly session: Pick<StackSession, 'scene' | 'autoWindows'>
  /** The number of the viewport. */
  readonly index: number
  readonly stack: Stack
  readonly phase: number
  readonly volume: VolumeClient
}

/**
 * Follows the wanted slice of a viewport outside of React: rendering takes longer than all other work
 * of a step. The slice before stays until the wanted one is loaded: pixels, drawings and values on
 * the screen always belong together.
 */
export function createLiveSlice({ session, index, stack, phase, volume }: LiveSliceOptions) {
  const store = createStore<ShownSlice | undefined>(undefined)
  let wanted: number | undefined

  function update() {
    const cell = session.scene.get().cells[index]
    // The viewport shows another series from the next render on.
    if (cell?.stackKey !== stack.key) return
    if (cell.slice !== wanted) {
      const before = wanted
      wanted = cell.slice
      // The wanted slice is requested first.
      volume.getSlice(wanted)
      prefetchAround(volume, wanted, before)
    }
    const isUnreadable = volume.progress.get().failed.includes(wanted)
    const pixels = isUnreadable ? undefined : volume.getSlice(wanted)
    const shown = store.get()
    if (!pixels && !isUnreadable) return
    if (shown?.index === wanted && shown.loaded.pixels === pixels) return
    const slice = stack.phases[phase]?.slices[wanted]
    if (!slice) return
    const window = getStackWindow(session.autoWindows, stack, pixels)
    const loaded = createSliceImage(stack, phase, { index: wanted, pixels }, window)
    store.set({ index: wanted, imageId: slice.imageId, frame: slice.frame, loaded })
  }
  update()
  return {
    store,
    /** Follows until the returned function is called. */
    start: () => {
      const stops = [
        session.scene.subscribe(update),
        volume.subscribe(update),
        volume.progress.subscribe(update),
      ]
      update()
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

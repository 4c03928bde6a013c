import { useRef, useSyncExternalStore } from 'react'
import type { Pixels } from '../../viewer/core/loading/pixels.ts'
import type { VolumeClient } from '../volume/volume-client.ts'

export interface ShownSlice {
  readonly index: number
  readonly pixels: Pixels
}

/**
 * The wanted slice, or the one before it until that is loaded: pixels, drawings and values on the
 * screen always belong together.
 */
export function useSlice(volume: VolumeClient, wanted: number): ShownSlice | undefined {
  const last = useRef<{ readonly volume: VolumeClient; readonly slice: ShownSlice }>(undefined)
  return useSyncExternalStore(volume.subscribe, () => {
    const pixels = volume.getSlice(wanted)
    if (last.current?.volume !== volume) last.current = undefined
    const shown = last.current?.slice
    if (pixels && (shown?.index !== wanted || shown.pixels !== pixels))
      last.current = { volume, slice: { index: wanted, pixels } }
    return last.current?.slice
  })
}

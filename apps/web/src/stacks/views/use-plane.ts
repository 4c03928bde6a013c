import type { PlanePicture, Slab } from '@talus/volume'
import { useEffect, useRef, useState } from 'react'
import type { GreyPixels } from '../../viewer/core/loading/pixels.ts'
import type { VolumeClient } from '../volume/volume-client.ts'

export interface ShownPlane {
  /** The picture to which the pixels belong. */
  readonly picture: PlanePicture
  readonly pixels: GreyPixels
}

/** A plane that has not moved for so long is computed in full resolution. */
const restMs = 150

/** Thicker slabs are computed in half resolution while they move. */
const maximumLayers = 4

/** While slices arrive, planes are cut again after each of these shares of the volume. */
const loadSteps = 16

const hasManyLayers = ({ thickness }: Slab, step: number) => thickness / step > maximumLayers

/** Half of the pixels in each direction; drawn with the same camera as the full picture. */
const halve = (picture: PlanePicture): PlanePicture => ({
  ...picture,
  width: Math.ceil(picture.width / 2),
  height: Math.ceil(picture.height / 2),
  step: picture.step * 2,
})

const stretch = (pixels: GreyPixels): GreyPixels => ({
  ...pixels,
  levels: pixels.levels.map((level) => ({
    ...level,
    stepX: level.stepX * 2,
    stepY: level.stepY * 2,
  })),
})

interface Wanted {
  readonly picture: PlanePicture
  readonly slab: Slab
}

/** Computes one plane at a time; of those requested meanwhile, only the latest is computed. */
function createPlaneQueue(volume: VolumeClient, onShown: (shown: ShownPlane) => void) {
  let isBusy = false
  let isClosed = false
  let next: (Wanted & { readonly isCoarse: boolean }) | undefined
  let rest: ReturnType<typeof setTimeout> | undefined

  async function run() {
    if (isBusy) return
    isBusy = true
    while (next && !isClosed) {
      const { picture, slab, isCoarse } = next
      next = undefined
      const request = { picture: isCoarse ? halve(picture) : picture, slab }
      const pixels = await volume.cutPlane(request).catch(() => undefined)
      if (pixels && !isClosed) onShown({ picture, pixels: isCoarse ? stretch(pixels) : pixels })
    }
    isBusy = false
  }
  return {
    request: (wanted: Wanted) => {
      const isCoarse = hasManyLayers(wanted.slab, wanted.picture.step)
      next = { ...wanted, isCoarse }
      clearTimeout(rest)
      if (isCoarse)
        rest = setTimeout(() => {
          next = { ...wanted, isCoarse: false }
          void run()
        }, restMs)
      void run()
    },
    close: () => {
      isClosed = true
      clearTimeout(rest)
    },
  }
}

/** The pixels of a plane; the last ones stay until the next are computed. */
export function usePlane(
  volume: VolumeClient,
  picture: PlanePicture,
  slab: Slab,
  loadedShare: number,
): ShownPlane | undefined {
  const [shown, setShown] = useState<{ readonly volume: VolumeClient } & ShownPlane>()
  const queue = useRef<ReturnType<typeof createPlaneQueue>>(undefined)
  useEffect(() => {
    const created = createPlaneQueue(volume, (plane) => setShown({ ...plane, volume }))
    queue.current = created
    return created.close
  }, [volume])
  const part = Math.floor(loadedShare * loadSteps)
  const { mode, thickness } = slab
  useEffect(() => {
    queue.current?.request({ picture, slab: { mode, thickness } })
  }, [volume, picture, mode, thickness, part])
  return shown?.volume === volume ? shown : undefined
}

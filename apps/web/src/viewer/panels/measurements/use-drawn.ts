import type { ImageId } from '@talus/contract'
import { useState } from 'react'
import type { ImageState } from '../../model.ts'
import type { ViewerStore } from '../../store/viewer-store.ts'
import { useScene } from '../../tools/use-scene.ts'

export type Drawn = Pick<ImageState, 'drawings' | 'calibration'>
type States = ReadonlyMap<ImageId, Drawn>

const isSame = (one: States, other: States) =>
  one.size === other.size &&
  [...one].every(([id, { drawings, calibration }]) => {
    const now = other.get(id)
    return now?.drawings === drawings && now.calibration === calibration
  })

/** Hands the last answer out again while only zoom, pan or window move, which they do every frame. */
export function createSelection() {
  let last: States = new Map()
  return ({ images }: { readonly images: States }): States => {
    if (!isSame(last, images)) last = images
    return last
  }
}

/** What was drawn on each image. */
export function useDrawn(store: ViewerStore): States {
  const [select] = useState(createSelection)
  return useScene(store, select)
}

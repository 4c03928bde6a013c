import type { ImageId } from '@talus/contract'
import { useState } from 'react'
import type { ViewState } from '../../core/model.ts'
import type { ViewerStore } from '../../core/store/viewer-store.ts'
import { useScene } from '../../core/store/use-scene.ts'

export type ImageDrawings = Pick<ViewState, 'drawings' | 'calibration'>
type States = ReadonlyMap<ImageId, ImageDrawings>

const isSame = (one: States, other: States) =>
  one.size === other.size &&
  [...one].every(([id, { drawings, calibration }]) => {
    const now = other.get(id)
    return now?.drawings === drawings && now.calibration === calibration
  })

/** Returns the previous map while only zoom, pan or window change, as they do in every frame. */
export function createDrawingsSelector() {
  let last: States = new Map()
  return ({ views }: { readonly views: States }): States => {
    if (!isSame(last, views)) last = views
    return last
  }
}

/** The drawings and calibration of each image. */
export function useDrawings(store: ViewerStore): States {
  const [select] = useState(createDrawingsSelector)
  return useScene(store, select)
}

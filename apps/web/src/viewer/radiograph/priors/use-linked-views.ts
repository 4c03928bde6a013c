import type { ImageId } from '@talus/contract'
import type { MeasuringContext } from '@talus/measurements'
import { useEffect, useRef } from 'react'
import { listShownImages } from '../../core/grid/grid.ts'
import { initialViewState, withViewport } from '../../core/store/viewer-store.ts'
import type { ViewerStore } from '../../core/store/viewer-store.ts'
import { followViewport } from './linked-view.ts'
import type { PriorImagesStore } from './prior-images.ts'

/** Links zoom and pan of all images to the active one while a prior image is in the grid. */
export function useLinkedViews(
  store: ViewerStore,
  priorImages: PriorImagesStore,
  getContext: (imageId: ImageId) => MeasuringContext | undefined,
) {
  const context = useRef(getContext)
  useEffect(() => {
    context.current = getContext
  })
  useEffect(() => {
    let seen = store.get()
    return store.subscribe(() => {
      const [last, now] = [seen, store.get()]
      seen = now
      const { images, areLinked } = priorImages.get()
      const shown = listShownImages(now.grid)
      if (!areLinked || last.views === now.views || !shown.some((id) => images.has(id))) return
      const leader = now.grid.cells[now.grid.active]?.imageId
      const sizes = leader === undefined ? undefined : context.current(leader)
      if (leader === undefined || !sizes) return
      const getViewport = (scene: typeof now, id: ImageId) =>
        (scene.views.get(id) ?? initialViewState).viewport
      const [before, after] = [getViewport(last, leader), getViewport(now, leader)]
      if (before.zoom === after.zoom && before.pan === after.pan) return
      for (const id of shown) {
        const own = context.current(id)
        if (id === leader || !own) continue
        const follower = { viewport: getViewport(now, id), sizes: own }
        store.adjust(id, withViewport(followViewport({ before, after, sizes }, follower)))
      }
      seen = store.get()
    })
  }, [store, priorImages])
}

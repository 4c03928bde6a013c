import type { ImageId } from '@talus/contract'
import { useEffect, useRef } from 'react'
import type { PanelFacts } from '../right-panel/panel-props.ts'
import { shownIn } from '../../grid/grid.ts'
import { untouched, withViewport } from '../../store/viewer-store.ts'
import type { ViewerStore } from '../../store/viewer-store.ts'
import { followed } from './follow.ts'
import type { PriorShelf } from './prior-shelf.ts'

/** While an earlier image is in the grid, the other images go along with the active one. */
export function useLinkedViews(
  store: ViewerStore,
  shelf: PriorShelf | undefined,
  contextOf: PanelFacts['contextOf'],
) {
  const context = useRef(contextOf)
  useEffect(() => {
    context.current = contextOf
  })
  useEffect(() => {
    if (!shelf) return undefined
    let seen = store.get()
    return store.subscribe(() => {
      const [last, now] = [seen, store.get()]
      seen = now
      const { images, areLinked } = shelf.get()
      const shown = shownIn(now.grid)
      if (!areLinked || last.images === now.images || !shown.some((id) => images.has(id))) return
      const leader = now.grid.cells[now.grid.active]?.imageId
      const sizes = leader === undefined ? undefined : context.current(leader)
      if (leader === undefined || !sizes) return
      const viewOf = (scene: typeof now, id: ImageId) =>
        (scene.images.get(id) ?? untouched).viewport
      const [before, after] = [viewOf(last, leader), viewOf(now, leader)]
      if (before.zoom === after.zoom && before.pan === after.pan) return
      for (const id of shown) {
        const own = context.current(id)
        if (id === leader || !own) continue
        const follower = { viewport: viewOf(now, id), sizes: own }
        store.adjust(id, withViewport(followed({ before, after, sizes }, follower)))
      }
      seen = store.get()
    })
  }, [store, shelf])
}

import { plainViewport } from '@talus/contract'
import type { ImageId, Viewport } from '@talus/contract'
import { withViewport } from '../../store/viewer-store.ts'
import type { ViewerStore } from '../../store/viewer-store.ts'
import { useScene } from '../../tools/use-scene.ts'
import { fitted, inOwnSize, inverted, mirrored, turned } from './viewport-actions.ts'

/** The image of the active cell. */
export const useActiveImage = (store: ViewerStore): ImageId | undefined =>
  useScene(store, ({ grid }) => grid.cells[grid.active]?.imageId)

/**
 * A fact about how the active image is shown. Only what follows from the view and seldom changes: the
 * view itself moves with every frame of a drag.
 */
export const useView = <Part extends boolean | Viewport['window']>(
  store: ViewerStore,
  part: (viewport: Viewport) => Part,
): Part =>
  useScene(store, ({ grid, images }) => {
    const id = grid.cells[grid.active]?.imageId
    return part((id !== undefined && images.get(id)?.viewport) || plainViewport)
  })

/** What the bar does with the active image; each is one step that can be undone. */
export function useImageActions(store: ViewerStore) {
  const imageId = useActiveImage(store)
  const view = (change: (now: Viewport) => Viewport) => () => {
    if (imageId === undefined) return
    store.commit(imageId, (now) => withViewport(change(now.viewport))(now))
  }
  return {
    imageId,
    invert: view(inverted),
    turnRight: view((now) => turned(now, 'right')),
    turnLeft: view((now) => turned(now, 'left')),
    mirrorAcross: view((now) => mirrored(now, 'horizontal')),
    mirrorDown: view((now) => mirrored(now, 'vertical')),
    fit: view(fitted),
    ownSize: view((now) => inOwnSize(now, devicePixelRatio)),
    reset: view(() => plainViewport),
    showWindow: (window: Viewport['window']) => view((now) => ({ ...now, window }))(),
  }
}

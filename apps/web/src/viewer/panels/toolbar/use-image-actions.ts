import { plainViewport } from '@talus/contract'
import type { ImageId, Viewport } from '@talus/contract'
import { useStore } from '../../../store.ts'
import { withViewport } from '../../store/viewer-store.ts'
import type { ViewerStore } from '../../store/viewer-store.ts'
import { fitted, inOwnSize, inverted, mirrored, turned } from './viewport-actions.ts'

/** The image of the active cell. */
export function useActiveImage(store: ViewerStore): ImageId | undefined {
  const { grid } = useStore(store)
  return grid.cells[grid.active]?.imageId
}

/** What the bar does with the active image; each is one step that can be undone. */
export function useImageActions(store: ViewerStore) {
  const imageId = useActiveImage(store)
  const view = (change: (now: Viewport) => Viewport) => () => {
    if (imageId === undefined) return
    store.commit(imageId, (now) => withViewport(change(now.viewport))(now))
  }
  return {
    imageId,
    viewport: imageId === undefined ? plainViewport : store.imageState(imageId).viewport,
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

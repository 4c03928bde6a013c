import i18next from 'i18next'
import { defaultViewport } from '@talus/contract'
import type { ImageId, Viewport } from '@talus/contract'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { isOverlayHidden, withOverlay, withViewport } from '../store/viewer-store.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { useScene } from '../store/use-scene.ts'
import {
  fitViewport,
  toActualSize,
  invertViewport,
  flipViewport,
  rotateViewport,
} from './viewport-actions.ts'

/** The image of the active viewport. */
export const useActiveImageId = (store: ViewerStore): ImageId | undefined =>
  useScene(store, ({ grid }) => grid.cells[grid.active]?.imageId)

/**
 * A derived property of the active image's view. Only for values that change rarely: the view
 * itself changes with every frame of a drag.
 */
export const useActiveViewport = <Part extends boolean | Viewport['window']>(
  store: ViewerStore,
  part: (viewport: Viewport) => Part,
): Part =>
  useScene(store, ({ grid, views }) => {
    const id = grid.cells[grid.active]?.imageId
    return part((id !== undefined && views.get(id)?.viewport) || defaultViewport)
  })

/** Says that a tool was used on an empty cell, or on an image that has not been loaded. */
export const reportMissingImage = () => toast.warning(i18next.t('viewer:cell.missing'))

/**
 * Toolbar actions on the active image; each is one undo step. Without a loaded image they only say
 * so.
 */
export function useImageActions(store: ViewerStore, isLoaded: boolean) {
  const imageId = useActiveImageId(store)
  const isHidden = useScene(
    store,
    (scene) => imageId !== undefined && isOverlayHidden(scene, imageId),
  )
  const commitView = (change: (now: Viewport) => Viewport) => () => {
    if (imageId === undefined || !isLoaded) {
      reportMissingImage()
      return
    }
    store.commit(imageId, (now) => withViewport(change(now.viewport))(now))
  }
  return {
    imageId,
    isOverlayHidden: isHidden,
    /** Not an undo step, and never saved. */
    toggleOverlay: () => {
      if (imageId !== undefined) store.set(withOverlay(imageId, isHidden))
    },
    invert: commitView(invertViewport),
    rotateRight: commitView((now) => rotateViewport(now, 'right')),
    rotateLeft: commitView((now) => rotateViewport(now, 'left')),
    flipHorizontal: commitView((now) => flipViewport(now, 'horizontal')),
    flipVertical: commitView((now) => flipViewport(now, 'vertical')),
    fit: commitView(fitViewport),
    showActualSize: commitView((now) => toActualSize(now, devicePixelRatio)),
    reset: commitView(() => defaultViewport),
    setWindow: (window: Viewport['window']) => commitView((now) => ({ ...now, window }))(),
  }
}

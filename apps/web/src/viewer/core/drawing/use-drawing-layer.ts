import type { Crop, ImageId, PresentationState, SpacingFacts } from '@talus/contract'
import type { MeasuringContext } from '@talus/measurements'
import i18next from 'i18next'
import { useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { createStore } from '../../../store.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { Camera } from '../camera/camera.ts'
import { createController } from '../gestures/controller.ts'
import { askMillimetres, askResetCrop, askText } from './dialogs.tsx'
import { idleState } from '../gestures/gesture-types.ts'
import type { GestureHost } from '../gestures/gesture-types.ts'
import type { WindowState } from '../gestures/view-transforms.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { createUuid } from '../../../random-id.ts'
import { createKeyboardHandler } from '../gestures/keyboard-handler.ts'

/** Frame control by the pointer and the keys of a viewport. */
interface LoopControls {
  readonly step: (by: number) => void
  readonly pause: () => void
  readonly toggle: () => void
}

export interface DrawingLayerProps {
  readonly imageId: ImageId
  /**
   * Set if the layer stays while the image changes, as in a stack; otherwise each image has its own
   * layer, and the focus and an unfinished drag are lost with it.
   */
  readonly layerKey?: string
  /** Set if the image is a plane through a volume: changes with the place of the plane. */
  readonly place?: object | undefined
  /** Camera with the viewport and crop of the store; its size is that of the layer. */
  readonly camera: Camera
  readonly context: MeasuringContext
  /** Read-only graphics of the presentation state by which the image is shown. */
  readonly presented?: PresentationState | undefined
  /** Pixel size facts of the file, used when a calibration is removed. */
  readonly spacingFacts: SpacingFacts | null | undefined
  readonly store: ViewerStore
  /** Undefined for previews and colour images, which have no window to change. */
  readonly windowState: WindowState | undefined
  /** The visible frame, from 1. */
  readonly frame?: number
  /** Set for multi-frame images; must be stable for the lifetime of the image. */
  readonly loop?: LoopControls | undefined
  /** Goes to the next or previous image in this viewport; undefined if there is no other. */
  readonly onBrowse?: ((by: 1 | -1) => void) | undefined
  /** Activates the next or previous viewport; undefined if there is only one. */
  readonly onStepCell?: ((by: 1 | -1) => void) | undefined
  /** Shows only this viewport, or all of them again. */
  readonly onEnlarge?: (() => void) | undefined
  /** Content of the image for screen readers. */
  readonly label: string
  readonly isActive: boolean
  /** False makes the layer read-only. */
  readonly canDraw?: boolean
  /** Renders the image with another camera, for the magnifier. */
  readonly renderImage?: (camera: Camera) => ReactNode
  /** The author of a drawing; undefined if unknown. */
  readonly describeAuthor?: (drawingId: string) => string | undefined
  readonly onCropAccepted?: ((crop: Crop) => void) | undefined
  /** Set if an accepted crop becomes a picture and the image stays whole, as in a stack. */
  readonly onCropTaken?: ((crop: Crop) => void) | undefined
  /** Lines and handles above the drawings, such as those of a cross-hair. */
  readonly children?: ReactNode
}

/** Creates the pointer and keyboard handlers of a viewport for the lifetime of its layer. */
export function useDrawingLayer(props: DrawingLayerProps) {
  const [latest] = useState(() => createStore(props))
  useLayoutEffect(() => latest.set(props))
  const { store } = props
  const [layer] = useState(() => {
    const getViewId = () => latest.get().imageId
    const host: GestureHost = {
      get viewId() {
        return getViewId()
      },
      store,
      view: createStore(idleState),
      // The store is newer than the props if two wheel events arrive before the next render.
      camera: () => {
        const { viewport, crop } = store.viewState(getViewId())
        return { ...latest.get().camera, viewport, crop }
      },
      context: () => latest.get().context,
      spacingFacts: () => latest.get().spacingFacts,
      windowState: () => {
        const { windowState } = latest.get()
        const { window } = store.viewState(getViewId()).viewport
        return windowState && { ...windowState, window: window ?? windowState.window }
      },
      newId: createUuid,
      canDraw: () => latest.get().canDraw ?? true,
      canBrowse: () => Boolean(latest.get().loop ?? latest.get().onBrowse),
      browse: (by) => {
        const { loop, onBrowse } = latest.get()
        if (loop) loop.step(by)
        else onBrowse?.(by > 0 ? 1 : -1)
      },
      stepCell: (by) => {
        const { onStepCell } = latest.get()
        onStepCell?.(by)
        return onStepCell !== undefined
      },
      askText,
      askMillimetres,
      askResetCrop,
      report: (reason) => {
        if (reason !== 'tooSmall') toast.hint('info', i18next.t(`measure:refused.${reason}`))
      },
    }
    const controller = createController(host)
    return { host, controller, keys: createKeyboardHandler(host, controller) }
  })
  return layer
}

import i18next from 'i18next'
import { useLayoutEffect, useState } from 'react'
import { createStore } from '../../../store.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { createController } from '../gestures/controller.ts'
import { askMillimetres, askResetCrop, askText } from './dialogs.tsx'
import { idleState } from '../gestures/gesture-types.ts'
import type { GestureHost } from '../gestures/gesture-types.ts'
import { createUuid } from '../../../random-id.ts'
import { createKeyboardHandler } from '../gestures/keyboard-handler.ts'
import type { DrawingLayerProps } from './drawing-layer.tsx'

/** Creates the pointer and keyboard handlers of a viewport for the lifetime of its image. */
export function useDrawingLayer(props: DrawingLayerProps) {
  const [latest] = useState(() => createStore(props))
  useLayoutEffect(() => latest.set(props))
  const { imageId, store } = props
  const [layer] = useState(() => {
    const host: GestureHost = {
      viewId: imageId,
      store,
      view: createStore(idleState),
      // The store is newer than the props if two wheel events arrive before the next render.
      camera: () => {
        const { viewport, crop } = store.viewState(imageId)
        return { ...latest.get().camera, viewport, crop }
      },
      context: () => latest.get().context,
      spacingFacts: () => latest.get().spacingFacts,
      windowState: () => {
        const { windowState } = latest.get()
        const { window } = store.viewState(imageId).viewport
        return windowState && { ...windowState, window: window ?? windowState.window }
      },
      newId: createUuid,
      canDraw: () => latest.get().canDraw ?? true,
      askText,
      askMillimetres,
      askResetCrop,
      report: (reason) => {
        if (reason !== 'tooSmall') toast.info(i18next.t(`measure:told.${reason}`))
      },
    }
    const controller = createController(host)
    return { host, controller, keys: createKeyboardHandler(host, controller) }
  })
  return layer
}

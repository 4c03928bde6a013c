import i18next from 'i18next'
import { useLayoutEffect, useState } from 'react'
import { createStore } from '../../store.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { createController } from './controller.ts'
import { askMillimetres, askResetCrop, askText } from './dialogs.tsx'
import { idleView } from './gesture.ts'
import type { StageHost } from './gesture.ts'
import { newDrawingId } from './drawing-id.ts'
import { createKeys } from './keys.ts'
import type { StageProps } from './stage.tsx'

/** What listens to the pointers of a cell, for as long as it shows its image. */
export function useStage(props: StageProps) {
  const [latest] = useState(() => createStore(props))
  useLayoutEffect(() => latest.set(props))
  const { imageId, store } = props
  const [stage] = useState(() => {
    const host: StageHost = {
      imageId,
      store,
      view: createStore(idleView),
      // Two turns of a wheel may come before the cell is drawn again: the store knows more than the props.
      camera: () => {
        const { viewport, crop } = store.imageState(imageId)
        return { ...latest.get().camera, viewport, crop }
      },
      context: () => latest.get().context,
      spacingFacts: () => latest.get().spacingFacts,
      greys: () => {
        const { greys } = latest.get()
        const { window } = store.imageState(imageId).viewport
        return greys && { ...greys, window: window ?? greys.window }
      },
      newId: newDrawingId,
      canDraw: () => latest.get().canDraw ?? true,
      askText,
      askMillimetres,
      askResetCrop,
      tell: (reason) => {
        if (reason !== 'tooSmall') toast.info(i18next.t(`measure:told.${reason}`))
      },
    }
    const controller = createController(host)
    return { host, controller, keys: createKeys(host, controller) }
  })
  return stage
}

import type { ImageId, PresentationSummary } from '@talus/contract'
import { useState } from 'react'
import { getErrorMessage } from '../../../api/error-message.ts'
import { showError } from '../../../ui/modals/confirm.tsx'
import { unpackPlanes } from '../loading/presentation-planes.ts'
import type { ViewerSession } from '../session.ts'
import type { PresentationSource } from '../source.ts'
import { getPresented, showPresentation } from '../store/presented-views.ts'
import { useScene } from '../store/use-scene.ts'

/** The presentation states that refer to an image, and the choice between them. */
export function usePresentations(
  { store, imageCache }: ViewerSession,
  imageId: ImageId,
  source: PresentationSource | undefined,
  all: readonly PresentationSummary[],
) {
  const shown = useScene(store, (scene) => getPresented(scene, imageId))
  const [isLoading, setLoading] = useState(false)
  const states = source ? all.filter(({ imageIds }) => imageIds.includes(imageId)) : []
  const choose = async (summary: PresentationSummary | undefined) => {
    if (!summary || !source) {
      showPresentation(store, imageId, undefined, devicePixelRatio)
      return
    }
    setLoading(true)
    try {
      const state = await source.state(imageId, summary.id)
      const { metadata } = imageCache.getImage(imageId).get()
      if (!metadata) return
      const size = { columns: metadata.Columns, rows: metadata.Rows }
      const planes = await unpackPlanes(state, size)
      showPresentation(store, imageId, { summary, state, planes }, devicePixelRatio)
    } catch (error) {
      showError(getErrorMessage(error))
    } finally {
      setLoading(false)
    }
  }
  return { states, shown, isLoading, choose }
}

import type { ImageId, PresentationSummary } from '@talus/contract'
import { useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '../../../api/error-message.ts'
import { unpackPlanes } from '../loading/presentation-planes.ts'
import type { ViewerSession } from '../viewer-session.ts'
import type { PresentationSource } from '../source.ts'
import { getPresented, showPresentation } from '../store/presented-views.ts'
import type { LoadedPresentation } from '../store/presented-views.ts'
import { useScene } from '../store/use-scene.ts'

async function loadPresentation(
  imageCache: ViewerSession['imageCache'],
  source: PresentationSource,
  imageId: ImageId,
  summary: PresentationSummary,
): Promise<LoadedPresentation | undefined> {
  const state = await source.state(imageId, summary.id)
  const { metadata } = imageCache.getImage(imageId).get()
  if (!metadata) return undefined
  const size = { columns: metadata.Columns, rows: metadata.Rows }
  return { summary, state, planes: await unpackPlanes(state, size) }
}

/** The presentation states that refer to an image, and the choice between them. */
export function usePresentations(
  { store, imageCache }: ViewerSession,
  imageId: ImageId,
  source: PresentationSource | undefined,
  all: readonly PresentationSummary[],
) {
  const shown = useScene(store, (scene) => getPresented(scene, imageId))
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<{ imageId: ImageId; reason: string }>()
  /** The latest choice, so that an answer that arrives later than the next choice is dropped. */
  const latest = useRef<object>(undefined)
  const states = source ? all.filter(({ imageIds }) => imageIds.includes(imageId)) : []
  const choose = async (summary: PresentationSummary | undefined) => {
    const choice = {}
    latest.current = choice
    setFailure(undefined)
    if (!summary || !source) {
      setLoading(false)
      showPresentation(store, imageId, undefined, devicePixelRatio)
      return
    }
    setLoading(true)
    try {
      const loaded = await loadPresentation(imageCache, source, imageId, summary)
      if (loaded && latest.current === choice)
        showPresentation(store, imageId, loaded, devicePixelRatio)
    } catch (error) {
      if (latest.current === choice) setFailure({ imageId, reason: getErrorMessage(error) })
    } finally {
      if (latest.current === choice) setLoading(false)
    }
  }
  useRememberedChoice(store, imageCache, imageId, states, choose)
  return {
    states,
    shown,
    isLoading,
    failure: failure?.imageId === imageId ? failure.reason : undefined,
    choose,
  }
}

/**
 * Shows an image that is opened by the presentation state that was chosen for it. A choice that
 * another user makes while the image is open does not change it under the eyes of this one.
 */
function useRememberedChoice(
  store: ViewerSession['store'],
  imageCache: ViewerSession['imageCache'],
  imageId: ImageId,
  states: readonly PresentationSummary[],
  choose: (summary: PresentationSummary) => Promise<void>,
) {
  const decided = useRef<ImageId>(undefined)
  const loaded = imageCache.getImage(imageId)
  useEffect(() => {
    const decide = () => {
      if (decided.current === imageId || states.length === 0 || !loaded.get().metadata) return
      decided.current = imageId
      const { presentation } = store.viewState(imageId).viewport
      const summary = states.find(({ id, isSupported }) => isSupported && id === presentation)
      if (summary && !getPresented(store.get(), imageId)) void choose(summary)
    }
    decide()
    return loaded.subscribe(decide)
  })
}

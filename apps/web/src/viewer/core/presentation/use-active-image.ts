import type { ImageId } from '@talus/contract'
import { resolveSpacing } from '@talus/measurements'
import { useMemo } from 'react'
import { useLoadedImage } from '../loading/image-cache.ts'
import { presentImage } from '../rendering/present-image.ts'
import type { ViewerSession } from '../viewer-session.ts'
import { getPresented } from '../store/presented-views.ts'
import { useScene } from '../store/use-scene.ts'

/** The image of the active viewport, as it is shown. */
export function useActiveImage({ imageCache, store }: ViewerSession, active: ImageId | undefined) {
  const cached = useLoadedImage(imageCache, active)
  const presented = useScene(store, (scene) =>
    active === undefined ? undefined : getPresented(scene, active),
  )
  const calibration = useScene(store, () =>
    active === undefined ? undefined : store.viewState(active).calibration,
  )
  const loaded = useMemo(() => presentImage(cached, presented, 1), [cached, presented])
  const { spacing, regions } = resolveSpacing(loaded.metadata?.spacing, calibration)
  return {
    loaded,
    /** Whether there is an image whose data are known, so that tools can be used on it. */
    isLoaded: active !== undefined && loaded.metadata !== undefined && loaded.fault === undefined,
    /** Whether a presentation state shows it. */
    isPresented: presented !== undefined,
    /** Whether lengths are in millimetres, everywhere or in a region. */
    hasSpacing: spacing.unit === 'mm' || regions !== undefined,
  }
}

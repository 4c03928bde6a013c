import type { ImageId } from '@talus/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { contextOf } from './cell/measuring.ts'
import type { Desk } from './desk.ts'
import type { Pictures } from './engine/pictures.ts'

const stageOf = (pictures: Pictures, imageId: ImageId) => {
  const { metadata, pixels } = pictures.picture(imageId).get()
  return metadata ? (pixels ? 2 : 1) : 0
}

/** What is known of the images, for those who speak of several; shown anew when more becomes known. */
export function usePanelFacts({ pictures, store }: Desk, ids: readonly ImageId[]) {
  const key = ids.join(' ')
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = key
        .split(' ')
        .filter(Boolean)
        .map((id) => pictures.picture(Number(id) as ImageId).subscribe(listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [pictures, key],
  )
  useSyncExternalStore(subscribe, () => ids.map((id) => stageOf(pictures, id)).join(''))
  return {
    metadataOf: (imageId: ImageId) => pictures.picture(imageId).get().metadata,
    contextOf: (imageId: ImageId) =>
      contextOf(pictures.picture(imageId).get(), store.imageState(imageId).calibration),
  }
}

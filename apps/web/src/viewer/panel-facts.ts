import type { ImageId } from '@talus/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { contextOf } from './cell/measuring.ts'
import type { Desk } from './desk.ts'
import { pictureOf } from './frames/shown-picture.ts'

const stageOf = ({ pictures, store }: Pick<Desk, 'pictures' | 'store'>, imageId: ImageId) => {
  const { metadata, pixels } = pictures.picture(imageId).get()
  // Values of a drawing are those of its own frame.
  const ofFrames = store
    .imageState(imageId)
    .drawings.map(({ frame = 1 }) => (frame > 1 && pictures.frames.pixels(imageId, frame) ? 3 : 0))
  return [metadata ? (pixels ? 2 : 1) : 0, ...ofFrames].join('')
}

/** What is known of the images, for those who speak of several; shown anew when more becomes known. */
export function usePanelFacts({ pictures, store, cine }: Desk, ids: readonly ImageId[]) {
  const key = ids.join(' ')
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = key
        .split(' ')
        .filter(Boolean)
        .map((id) => pictures.picture(Number(id) as ImageId).subscribe(listener))
      ends.push(pictures.frames.subscribe(listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [pictures, key],
  )
  useSyncExternalStore(subscribe, () => ids.map((id) => stageOf({ pictures, store }, id)).join(' '))
  return {
    metadataOf: (imageId: ImageId) => pictures.picture(imageId).get().metadata,
    contextOf: (imageId: ImageId, frame = 1) =>
      contextOf(pictureOf(pictures, imageId, frame), store.imageState(imageId).calibration),
    showFrame: cine.show,
  }
}

import type { ImageId } from '@talus/contract'
import type { Picture, Pictures } from '../engine/pictures.ts'
import type { Pixels } from '../engine/pixels.ts'
import { frameIn } from '../store/viewer-store.ts'
import type { ViewerStore } from '../store/viewer-store.ts'

/** An image with the numbers of one of its frames. The preview is of the first and stands for no other. */
export const withFrame = (picture: Picture, frame: number, pixels: Pixels | undefined): Picture =>
  frame === 1 ? picture : { ...picture, preview: undefined, pixels }

export const pictureOf = (pictures: Pictures, imageId: ImageId, frame: number): Picture =>
  withFrame(pictures.picture(imageId).get(), frame, pictures.frames.pixels(imageId, frame))

interface Seen {
  readonly pictures: Pictures
  readonly store: ViewerStore
}

/** As it is seen now. */
export const shownPicture = ({ pictures, store }: Seen, imageId: ImageId): Picture =>
  pictureOf(pictures, imageId, frameIn(store.get(), imageId))

import type { Image, ImageId, Instant } from '@talus/contract'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'

/** A read-only image of another study of the patient, shown for comparison. */
export interface PriorImage {
  readonly image: Image
  /** Creation time of its study. */
  readonly studyCreatedOn: Instant
  /** Whether its study is newer than the open one. */
  readonly isLater: boolean
}

export interface PriorImages {
  readonly images: ReadonlyMap<ImageId, PriorImage>
  /** Whether zoom and pan of the images in the grid are linked. */
  readonly areLinked: boolean
}

export type PriorImagesStore = Store<PriorImages>

export const createPriorImagesStore = (): PriorImagesStore =>
  createStore<PriorImages>({ images: new Map(), areLinked: true })

import type { Image, ImageId, Instant } from '@talus/contract'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'

/** An image of an earlier study beside those of this one: to be looked at, not to be drawn on. */
export interface PriorImage {
  readonly image: Image
  /** When its study was made. */
  readonly takenOn: Instant
}

export interface Priors {
  readonly images: ReadonlyMap<ImageId, PriorImage>
  /** Whether zoom and pan of the images in the grid go together. */
  readonly areLinked: boolean
}

export type PriorShelf = Store<Priors>

export const createPriorShelf = (): PriorShelf =>
  createStore<Priors>({ images: new Map(), areLinked: true })

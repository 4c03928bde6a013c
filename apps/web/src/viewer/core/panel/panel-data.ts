import type { ImageId, ImageMetadata } from '@talus/contract'
import type { MeasuringContext } from '@talus/measurements'
import type { ViewerSource } from '../source.ts'
import type { AuthorsStore } from '../store/authors.ts'
import type { ViewerStore } from '../store/viewer-store.ts'

/** Data about any image that the viewer provides to the panel. */
export interface PanelData {
  readonly store: ViewerStore
  readonly source: ViewerSource
  readonly authors: AuthorsStore
  /** Undefined while it is loading, and if it could not be loaded. */
  readonly getMetadata: (imageId: ImageId) => ImageMetadata | undefined
  /** Reason why an image could not be loaded; undefined if it could, or is loading. */
  readonly getFault: (imageId: ImageId) => unknown
  readonly retry: (imageId: ImageId) => void
  /** Context for measuring on a frame of the image; undefined until its metadata is loaded. */
  readonly getContext: (imageId: ImageId, frame?: number) => MeasuringContext | undefined
  readonly showFrame: (imageId: ImageId, frame: number) => void
}

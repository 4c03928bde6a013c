import type { ImageId, ImageMetadata } from '@talus/contract'
import type { MeasuringContext } from '@talus/measurements'
import type { ReactNode } from 'react'
import type { ViewerSource } from '../../model.ts'
import type { ViewerStore } from '../../core/store/viewer-store.ts'
import type { PriorImagesStore } from '../session/prior-images.ts'

/** Data about any image that the viewer provides to the panel. */
export interface PanelData {
  readonly store: ViewerStore
  readonly source: ViewerSource
  /** Undefined while it is loading. */
  readonly getMetadata: (imageId: ImageId) => ImageMetadata | undefined
  /** Context for measuring on a frame of the image; undefined until its metadata is loaded. */
  readonly getContext: (imageId: ImageId, frame?: number) => MeasuringContext | undefined
  readonly showFrame: (imageId: ImageId, frame: number) => void
}

export interface RightPanelProps extends PanelData {
  /** The panel stays mounted while closed, so that linked views keep working. */
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Images of earlier studies; undefined without a patient. */
  readonly priorImages: PriorImagesStore | undefined
  /** Time zone of the clinic. */
  readonly timeZone?: string | undefined
  readonly slots?: {
    /** Shown below the data of an image, such as a link to its DICOM dump. */
    readonly imageData?: ReactNode
  }
}

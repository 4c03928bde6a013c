import type { ImageId, ImageMetadata } from '@talus/contract'
import type { MeasuringContext } from '@talus/measurements'
import type { ReactNode } from 'react'
import type { ViewerSource } from '../../model.ts'
import type { ViewerStore } from '../../store/viewer-store.ts'
import type { PriorShelf } from '../priors/prior-shelf.ts'

/** What the panel asks of the viewer about any image. */
export interface PanelFacts {
  readonly store: ViewerStore
  readonly source: ViewerSource
  /** Undefined while it is on its way. */
  readonly metadataOf: (imageId: ImageId) => ImageMetadata | undefined
  /** What measuring on a frame of the image needs; undefined while nothing is known of it. */
  readonly contextOf: (imageId: ImageId, frame?: number) => MeasuringContext | undefined
  readonly showFrame: (imageId: ImageId, frame: number) => void
}

export interface RightPanelProps extends PanelFacts {
  /** Always in the tree, so that what it keeps going lasts while it is closed. */
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The images of earlier studies; absent where there is no patient to have some. */
  readonly priors: PriorShelf | undefined
  /** Where the clinic is. */
  readonly timeZone?: string | undefined
  readonly slots?: {
    /** Below the data of an image, such as the way to its DICOM dump. */
    readonly imageData?: ReactNode
  }
}

import type { ImageId, Viewport } from '@talus/contract'
import type { ReactNode } from 'react'
import type { ViewerStore } from '../store/viewer-store.ts'

/** A window preset with its translated name. */
export interface PresetOption {
  readonly name: string
  /** Null is the default of the file. */
  readonly window: Viewport['window']
}

interface Toggle {
  readonly isOpen: boolean
  readonly toggle: () => void
}

/** Renders an image as it is shown now to a file. */
export type TakeSnapshot = (
  imageId: ImageId,
  settings: { readonly withDrawings: boolean },
) => Promise<Blob>

/** Texts of a printed sheet, and names of saved files. */
export interface PrintLabels {
  /** Header of the sheet, most important first: patient, owner, clinic. */
  readonly heading: readonly string[]
  /** Caption below an image. */
  readonly getCaption: (imageId: ImageId) => string
  /** File name of a saved snapshot, without its extension. */
  readonly getFileName: (imageId: ImageId) => string
}

export interface ToolbarProps {
  readonly store: ViewerStore
  /** Whether VHS, TPLO, TTA and similar tools are offered: see `offersAdvancedTools`. */
  readonly hasAdvancedTools: boolean
  /** Whether lengths on the active image are in millimetres. */
  readonly hasSpacing: boolean
  /** Window presets of the active image. */
  readonly presets: readonly PresetOption[]
  /** False if a crop cannot be saved. */
  readonly hasCrop?: boolean
  readonly onBack: () => void
  /** The thumbnails at the left; undefined with a single image. */
  readonly sidebar: Toggle | undefined
  readonly panel: Toggle
  readonly takeSnapshot: TakeSnapshot
  /** Saves the view of an image as a DICOM presentation state; undefined without permission. */
  readonly savePresentation?: ((imageId: ImageId) => Promise<unknown>) | undefined
  readonly printLabels: PrintLabels
  /** Optional content of other features. */
  readonly slots?: {
    /** The grid-size picker. */
    readonly grid?: ReactNode
    readonly forms?: ReactNode
    readonly createCase?: ReactNode
    /** Save status. */
    readonly status?: ReactNode
  }
}

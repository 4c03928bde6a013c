import type { ImageId, Viewport } from '@talus/contract'
import type { ReactNode } from 'react'
import type { ViewerStore } from '../../store/viewer-store.ts'

/** A window that somebody can choose; its name is in words already. */
export interface WindowPreset {
  readonly name: string
  /** Null shows it as the file wishes. */
  readonly window: Viewport['window']
}

interface Toggle {
  readonly isOpen: boolean
  readonly toggle: () => void
}

/** Makes a picture of an image as it is shown now. */
export type TakePicture = (
  imageId: ImageId,
  settings: { readonly withDrawings: boolean },
) => Promise<Blob>

/** What stands on a printed sheet besides the images. */
export interface SheetWords {
  /** Patient, owner, clinic: the head of the sheet, most important first. */
  readonly heading: readonly string[]
  /** Below an image. */
  readonly captionOf: (imageId: ImageId) => string
  /** Of a saved picture, without its ending. */
  readonly fileNameOf: (imageId: ImageId) => string
}

export interface ToolbarProps {
  readonly store: ViewerStore
  /** VHS, TPLO, TTA and the like: see `offersAdvancedTools` of the contract. */
  readonly hasAdvancedTools: boolean
  /** Whether lengths on the active image are in millimetres. */
  readonly hasSpacing: boolean
  /** For the active image. */
  readonly presets: readonly WindowPreset[]
  /** Absent where a crop has nowhere to go. */
  readonly hasCrop?: boolean
  readonly onBack: () => void
  /** The thumbnails at the left; absent with a single image. */
  readonly sidebar: Toggle | undefined
  readonly panel: Toggle
  readonly takePicture: TakePicture
  /** Keeps how an image is shown as a DICOM presentation state; absent where nobody may. */
  readonly keepPresentation?: ((imageId: ImageId) => Promise<unknown>) | undefined
  readonly sheet: SheetWords
  /** Where something comes from elsewhere, or not at all. */
  readonly slots?: {
    /** The grid-size picker. */
    readonly grid?: ReactNode
    readonly forms?: ReactNode
    readonly createCase?: ReactNode
    /** Saved, not saved, failed. */
    readonly status?: ReactNode
  }
}

import type { Viewport } from '@talus/contract'
import type { ReactNode } from 'react'
import type { ViewerStore } from '../store/viewer-store.ts'

/** A window preset with its translated name. */
export interface PresetOption {
  readonly name: string
  /** The source of the preset, below its name. */
  readonly note?: string | undefined
  /** Null is the default of the file. */
  readonly window: Viewport['window']
}

interface Toggle {
  readonly isOpen: boolean
  readonly toggle: () => void
}

export interface ToolbarProps {
  readonly store: ViewerStore
  /** Whether VHS, TPLO, TTA and similar tools are offered: see `offersAdvancedTools`. */
  readonly hasAdvancedTools: boolean
  /** Whether the active cell has an image whose data are known. */
  readonly isLoaded: boolean
  /** Whether lengths on the active image are in millimetres. */
  readonly hasSpacing: boolean
  /** Whether the file of the active image has overlays. */
  readonly hasOverlay: boolean
  /** Window presets of the active image. */
  readonly presets: readonly PresetOption[]
  /** Undefined if the viewer is a part of a page that has its own button. */
  readonly onBack: (() => void) | undefined
  /** The thumbnails at the left; undefined with a single image. */
  readonly sidebar: Toggle | undefined
  /** Undefined if the page shows the content of the panel at another place. */
  readonly panel: Toggle | undefined
  /** Optional content of other features. */
  readonly slots?: {
    /** The grid-size picker. */
    readonly grid?: ReactNode
    readonly forms?: ReactNode
    readonly createCase?: ReactNode
    /** The menu that saves and prints the view. */
    readonly export?: ReactNode
    /** Save status. */
    readonly status?: ReactNode
  }
}

import type { ImageMetadata } from '@talus/contract'
import type { Size } from '../../viewer/core/viewport/use-size.ts'
import type { StackSession } from '../stack-session.ts'
import type { OnCropped } from './crop-picture.ts'

/** The properties of every viewport of the stack viewer. */
export interface ViewportProps {
  readonly session: StackSession
  /** The number of the viewport in its layout, from 0. */
  readonly index: number
  readonly size: Size
  readonly isActive: boolean
  /** Whether the words of directions are those of animals. */
  readonly isVeterinary: boolean
  /** The attributes of a file of the study, for the names in the overlay. */
  readonly attributes: ImageMetadata | undefined
  /** Whether this viewport names the patient. */
  readonly hasIdentity: boolean
  readonly timeZone: string | undefined
  readonly onStepCell: ((by: 1 | -1) => void) | undefined
  readonly onEnlarge: (() => void) | undefined
  /** Undefined if crops are not kept. */
  readonly onCropped: OnCropped | undefined
}

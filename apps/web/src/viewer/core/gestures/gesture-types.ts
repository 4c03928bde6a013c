import type { Crop, Drawing, HandleName, Point, SpacingFacts } from '@talus/contract'
import type { CancelReason, MeasuringContext } from '@talus/measurements'
import type { Store } from '../../../store.ts'
import type { Camera } from '../camera/camera.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import type { ViewId } from '../model.ts'
import type { WindowState } from './view-transforms.ts'

/** State of a pointer over a viewport, without browser types. */
export interface PointerInput {
  readonly id: number
  /** Position in CSS pixels from the top left of the viewport. */
  readonly at: Point
  readonly kind: 'mouse' | 'touch' | 'pen'
  /** 0 left, 1 middle, 2 right. */
  readonly button: number
  /** Whether Shift is held, which snaps an angle. */
  readonly hasShift?: boolean
  /** Timestamp in milliseconds. */
  readonly time: number
  /** Id of the drawing whose label is under the pointer, and the label's corner. */
  readonly label: string | undefined
  readonly labelAt: Point | undefined
}

/** Handles a pointer from press to release. */
export interface Gesture {
  readonly move: (press: PointerInput) => void
  readonly end: (press: PointerInput) => void
  /** Undoes the gesture after a second finger, Escape, or a cancelled pointer. */
  readonly cancel: () => void
  /** Whether the gesture goes on when the layer shows another image; it ends if this is missing. */
  readonly canChangeImage?: () => boolean
}

/** A part of a drawing that can be dragged: a handle, the line itself, or its label. */
export interface Grip {
  readonly drawingId: string
  readonly step: number
  readonly handle: HandleName | undefined
}

/** Transient state of the drawing layer, which is not saved. */
export interface DrawingLayerState {
  readonly grip: Grip | undefined
  /** The drawing under the pointer, also if it cannot be changed. */
  readonly hovered: string | undefined
  /** Crop that is drawn but not accepted yet. */
  readonly crop: Crop | undefined
  /** Object of known size for calibration, until the user enters its length. */
  readonly reference: { readonly from: Point; readonly to: Point } | undefined
  readonly referenceMethod: 'length' | 'ball'
  /** With touch the magnifier is shown above the finger, which hides the image. */
  readonly magnifier: { readonly at: Point; readonly isTouch: boolean } | undefined
  /** Current drag, which determines the cursor. */
  readonly busyWith: 'pan' | 'rotate' | 'grip' | undefined
}

export const idleState: DrawingLayerState = {
  grip: undefined,
  hovered: undefined,
  crop: undefined,
  reference: undefined,
  referenceMethod: 'length',
  magnifier: undefined,
  busyWith: undefined,
}

/** Environment of the gestures. Functions, because the values change during a gesture. */
export interface GestureHost {
  readonly viewId: ViewId
  readonly store: ViewerStore
  readonly view: Store<DrawingLayerState>
  readonly camera: () => Camera
  readonly context: () => MeasuringContext
  /** Pixel size facts of the file. */
  readonly spacingFacts: () => SpacingFacts | null | undefined
  readonly windowState: () => WindowState | undefined
  readonly newId: () => string
  /** False for read-only images. */
  readonly canDraw: () => boolean
  /** Whether there are other frames or images to go to. */
  readonly canBrowse: () => boolean
  /** Goes to the next or previous frame of a loop, or else to the next or previous image. */
  readonly browse: (by: number) => void
  /** Activates the next or previous viewport; returns whether there is another one. */
  readonly stepCell: (by: 1 | -1) => boolean
  /** Asks for the text of a comment or a marker; undefined if the user cancels. */
  readonly askText: (drawing: Drawing, isNew: boolean) => Promise<string | undefined>
  readonly askMillimetres: (method: 'length' | 'ball') => Promise<number | undefined>
  readonly askResetCrop: () => Promise<boolean>
  /** Reports why nothing was drawn. */
  readonly report: (
    reason:
      | CancelReason
      | 'needsSpacing'
      | 'complete'
      | 'readOnly'
      | 'restricted'
      | 'locked'
      | 'notPlaced',
  ) => void
}

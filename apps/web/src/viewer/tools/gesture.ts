import type { Crop, Drawing, HandleName, ImageId, Point, SpacingFacts } from '@talus/contract'
import type { CancelReason, MeasuringContext } from '@talus/measurements'
import type { Store } from '../../store.ts'
import type { Camera } from '../engine/camera.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import type { Draft } from './draft.ts'
import type { ShownGreys } from './gestures.ts'

/** A pointer on the cell, without anything of the browser. */
export interface Press {
  readonly id: number
  /** In CSS pixels from the corner of the cell. */
  readonly at: Point
  readonly kind: 'mouse' | 'touch' | 'pen'
  /** 0 left, 1 middle, 2 right. */
  readonly button: number
  /** In milliseconds. */
  readonly time: number
  /** The drawing whose words lie under the pointer, and their corner. */
  readonly label: string | undefined
  readonly labelAt: Point | undefined
}

/** What a pointer does from going down to going up. */
export interface Gesture {
  readonly move: (press: Press) => void
  readonly end: (press: Press) => void
  /** A second finger, Escape, or the browser took the pointer: as if nothing had been done. */
  readonly cancel: () => void
}

/** A part of a drawing: one handle, the line itself, or its words. */
export interface Grip {
  readonly drawingId: string
  readonly step: number
  readonly handle: HandleName | undefined
}

/** What a cell shows beside what is saved. */
export interface StageView {
  readonly grip: Grip | undefined
  readonly draft: Draft | undefined
  /** While one is drawn and not accepted. */
  readonly crop: Crop | undefined
  /** What is known of its length, on its way to be told. */
  readonly reference: { readonly from: Point; readonly to: Point } | undefined
  readonly referenceMethod: 'length' | 'ball'
  /** A finger hides what it points at: there the glass is held above it. */
  readonly magnifier: { readonly at: Point; readonly isTouch: boolean } | undefined
  /** What a pointer is busy with: the shape of the cursor. */
  readonly busyWith: 'pan' | 'grip' | undefined
}

export const idleView: StageView = {
  grip: undefined,
  draft: undefined,
  crop: undefined,
  reference: undefined,
  referenceMethod: 'length',
  magnifier: undefined,
  busyWith: undefined,
}

/** What gestures work on. Functions, because all of it changes while a pointer is down. */
export interface StageHost {
  readonly imageId: ImageId
  readonly store: ViewerStore
  readonly view: Store<StageView>
  readonly camera: () => Camera
  readonly context: () => MeasuringContext
  /** What the file says of the size of its pixels. */
  readonly spacingFacts: () => SpacingFacts | null | undefined
  readonly greys: () => ShownGreys | undefined
  readonly newId: () => string
  /** Somebody watches only: nothing may be drawn. */
  readonly canDraw: () => boolean
  /** Words of a comment or a marker; undefined leaves it. */
  readonly askText: (drawing: Drawing, isNew: boolean) => Promise<string | undefined>
  readonly askMillimetres: (method: 'length' | 'ball') => Promise<number | undefined>
  readonly askResetCrop: () => Promise<boolean>
  /** Why nothing was drawn. */
  readonly tell: (reason: CancelReason | 'needsSpacing' | 'complete') => void
}

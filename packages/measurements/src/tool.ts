import type { Drawing, DrawingStep, DrawingTool, HandleName, Point } from '@talus/contract'

/** Millimetres from one pixel to the next; 1 and 1 with the unit px where nothing is known. */
export interface Spacing {
  readonly row: number
  readonly column: number
  readonly unit: 'mm' | 'px'
}

/** What a person draws in one step. */
export type StepShape =
  | 'line'
  /** A line, then another across it at a right angle. */
  | 'crossedLines'
  | 'circle'
  | 'angle'
  | 'rectangle'
  | 'ellipse'
  | 'arrow'
  | 'point'
  | 'freehand'

export interface StepDefinition {
  /** Also the last part of the key of its words, which each tool has of its own. */
  readonly name: string
  readonly shape: StepShape
  /** Numbers of the steps that must be there first; it goes when one of them goes. */
  readonly needs: readonly number[]
  /** Numbers of the steps whose presence makes this one immovable. */
  readonly lockedBy: readonly number[]
  /** Whether its end follows from the steps before: a click is enough, and no length is a result. */
  readonly isDerived: boolean
}

export type MeasuredUnit = 'mm' | 'px' | 'mm2' | 'px2' | 'deg' | 'v' | 'none' | 'value'

/** Everything that a tool tells; also the keys of their words, below `measured` in the namespace. */
export const measuredNames = [
  'length',
  'width',
  'angle',
  'supplement',
  'cobbAngle',
  'area',
  'mean',
  'deviation',
  'min',
  'max',
  'vhs',
  'longAxis',
  'shortAxis',
  'fiveVertebrae',
  'tibialPlateauAngle',
  'rotation',
  'advancement',
  'patellarTendonAngle',
  'contactGap',
  'norbergRight',
  'norbergLeft',
  'distractionRight',
  'distractionLeft',
  'vlas',
  'atrium',
] as const
export type MeasuredName = (typeof measuredNames)[number]

export interface Measured {
  readonly name: MeasuredName
  readonly value: number
  readonly unit: MeasuredUnit
  readonly decimals: number
}

/** What is drawn on the image, in its pixels. */
export type Mark =
  | { readonly kind: 'line'; readonly from: Point; readonly to: Point; readonly isDashed?: boolean }
  | { readonly kind: 'arrow'; readonly from: Point; readonly to: Point }
  /** Radii along x and y: under unequal spacing a circle of the animal is an ellipse of pixels. */
  | {
      readonly kind: 'ellipse'
      readonly centre: Point
      readonly radiusX: number
      readonly radiusY: number
    }
  | { readonly kind: 'rectangle'; readonly from: Point; readonly to: Point }
  | { readonly kind: 'path'; readonly points: readonly Point[] }
  | { readonly kind: 'cross'; readonly at: Point }

export interface MeasuringContext {
  readonly spacing: Spacing
  readonly columns: number
  readonly rows: number
  /** The value of the modality at a pixel, for statistics; absent while only a preview is there. */
  readonly valueAt?: ((column: number, row: number) => number) | undefined
}

export interface DrawnWay {
  readonly from: Point
  readonly to: Point
  readonly path?: readonly Point[] | undefined
}

export interface ToolDefinition {
  readonly id: DrawingTool
  readonly steps: readonly StepDefinition[]
  /** Without millimetres it says nothing true, and is not offered. */
  readonly needsSpacing: boolean
  /** One of the step by step measurements, of which an image has at most one each. */
  readonly isGuided: boolean
  /** Shorter than so long is a slip of the hand, and cancelled. */
  readonly minDrawMs: number
  /**
   * The step as it is while the pointer, pressed at `from`, stands at `to`. `path` is the way
   * between, for what is drawn freehand. Undefined where there is nothing to show yet.
   */
  readonly draw: (
    drawing: Drawing | undefined,
    stepNumber: number,
    way: DrawnWay,
    context: MeasuringContext,
  ) => DrawingStep | undefined
  /**
   * The step after one of its handles was dragged to `to`: snapped, kept parallel or at a right
   * angle. Undefined refuses: the handle stays where it is.
   */
  readonly place: (
    drawing: Drawing,
    step: DrawingStep,
    handle: HandleName,
    to: Point,
    context: MeasuringContext,
  ) => DrawingStep | undefined
  /**
   * Brings the steps that follow from others back to them, after one of these was changed.
   * Undefined refuses the change.
   */
  readonly settle: (drawing: Drawing, context: MeasuringContext) => Drawing | undefined
  /** Nothing while steps are missing. */
  readonly measure: (drawing: Drawing, context: MeasuringContext) => readonly Measured[]
  readonly marks: (drawing: Drawing, context: MeasuringContext) => readonly Mark[]
}

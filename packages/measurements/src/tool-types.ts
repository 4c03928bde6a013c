import type {
  Drawing,
  DrawingStep,
  DrawingTool,
  HandleName,
  Point,
  SpacingFacts,
} from '@talus/contract'

/** Millimetres from one pixel to the next; 1 and 1 with the unit px if the size is unknown. */
export interface Spacing {
  readonly row: number
  readonly column: number
  readonly unit: 'mm' | 'px'
}

/** The shape that the user draws in one step. */
export type StepShape =
  | 'line'
  /** A line and its perpendicular. */
  | 'crossedLines'
  | 'circle'
  | 'angle'
  | 'rectangle'
  | 'ellipse'
  | 'arrow'
  | 'point'
  | 'freehand'
  /** A freehand line that is closed. */
  | 'outline'

export interface StepDefinition {
  /** Also the last part of the i18n key of its instruction; every tool has its own instructions. */
  readonly name: string
  readonly shape: StepShape
  /** Numbers of the steps that must exist first; removing one of them removes this step too. */
  readonly needs: readonly number[]
  /** Numbers of the steps that lock this one as soon as they exist. */
  readonly lockedBy: readonly number[]
  /** Whether its end is computed from earlier steps: a click is enough, and its length may be 0. */
  readonly isDerived: boolean
  /** Whether the user draws the crossing line as a second stroke. */
  readonly hasSecondStroke: boolean
  /** Whether the perpendicular crosses its line at an end, and not between the ends. */
  readonly isCrossedAtEnd: boolean
}

export type MeasuredUnit = 'mm' | 'px' | 'mm2' | 'px2' | 'deg' | 'v' | 'none' | 'value' | 'hu'

/** Names of all measured values; also their i18n keys below `measured` in the namespace. */
export const measuredValueNames = [
  'length',
  'width',
  'angle',
  'supplement',
  'cobbAngle',
  'area',
  'perimeter',
  'mean',
  'deviation',
  'min',
  'max',
  'pixelValue',
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
export type MeasuredValueName = (typeof measuredValueNames)[number]

export interface MeasuredValue {
  readonly name: MeasuredValueName
  readonly value: number
  readonly unit: MeasuredUnit
  readonly decimals: number
}

/** A graphic element on the image, in image pixels. */
export type Mark =
  | { readonly kind: 'line'; readonly from: Point; readonly to: Point; readonly isDashed?: boolean }
  | { readonly kind: 'arrow'; readonly from: Point; readonly to: Point }
  /** Radii along x and y: with unequal spacing, a true circle is an ellipse in pixels. */
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
  /** Calibrated regions of an ultrasound image; a drawing inside of one is measured by it. */
  readonly regions?: SpacingFacts['regions'] | undefined
  readonly columns: number
  readonly rows: number
  /**
   * The modality value at a pixel, for statistics; NaN for padding. Undefined while only a preview is
   * loaded.
   */
  readonly valueAt?: ((column: number, row: number) => number) | undefined
  /** Hounsfield units of CT; other modality values have no unit. */
  readonly valueUnit?: 'hu' | undefined
}

/** Pointer positions of one drag in image pixels; `path` is recorded for freehand lines only. */
export interface PointerStroke {
  readonly from: Point
  readonly to: Point
  readonly path?: readonly Point[] | undefined
}

export interface ToolDefinition {
  readonly id: DrawingTool
  readonly steps: readonly StepDefinition[]
  /** Whether the tool is only offered for images of known pixel size. */
  readonly needsSpacing: boolean
  /** Whether it is a step-by-step measurement; an image has at most one of each. */
  readonly isGuided: boolean
  /** A step drawn in less time is cancelled as an accidental drag. */
  readonly minDrawMs: number
  /**
   * Returns the step while the pointer, pressed at `from`, is at `to`. `path` holds the positions
   * in between, for freehand lines. Undefined if there is nothing to show yet.
   */
  readonly draw: (
    drawing: Drawing | undefined,
    stepNumber: number,
    stroke: PointerStroke,
    context: MeasuringContext,
  ) => DrawingStep | undefined
  /**
   * Returns the step after one of its handles was dragged to `to`: snapped, kept parallel or at a
   * right angle. Undefined refuses the change: the handle stays at its position.
   */
  readonly moveHandle: (
    drawing: Drawing,
    step: DrawingStep,
    handle: HandleName,
    to: Point,
    context: MeasuringContext,
  ) => DrawingStep | undefined
  /**
   * Recomputes the steps that depend on others after one of those was changed. Undefined refuses
   * the change.
   */
  readonly updateDerivedSteps: (drawing: Drawing, context: MeasuringContext) => Drawing | undefined
  /** Returns an empty list while steps are missing. */
  readonly measure: (drawing: Drawing, context: MeasuringContext) => readonly MeasuredValue[]
  readonly getMarks: (drawing: Drawing, context: MeasuringContext) => readonly Mark[]
}

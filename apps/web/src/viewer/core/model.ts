import type {
  Crop,
  Drawing,
  DrawingTool,
  ImageCalibration,
  ImageId,
  Viewport,
} from '@talus/contract'

/**
 * Key of what one viewport shows and the user changes: an image. A slice of a multi-frame image is
 * the image and the frame of its drawings.
 */
export type ViewId = ImageId

/** Pointer tools that draw nothing. */
export const pointerTools = [
  'windowLevel',
  'zoom',
  'pan',
  'rotate',
  'magnifier',
  'eraser',
  'crop',
  'calibrate',
  'scroll',
  'crosshair',
] as const
export type PointerTool = (typeof pointerTools)[number] | DrawingTool

/** One cell of the grid: its position and its image. */
export interface GridCell {
  readonly row: number
  readonly column: number
  readonly imageId: ImageId | undefined
}

export interface Grid {
  readonly rows: number
  readonly columns: number
  /** Row by row. */
  readonly cells: readonly GridCell[]
  /** The index of the active cell. */
  readonly active: number
}

/** Everything about one view that the user can change and that is saved. */
export interface ViewState {
  readonly viewport: Viewport
  readonly crop: Crop | undefined
  readonly drawings: readonly Drawing[]
  readonly calibration: ImageCalibration | undefined
}

export type { Crop, Drawing, Viewport }

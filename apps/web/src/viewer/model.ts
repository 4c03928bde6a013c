import type {
  Crop,
  Drawing,
  DrawingTool,
  Image,
  ImageCalibration,
  ImageId,
  ImageMetadata,
  PatientId,
  Presentation,
  StudyId,
  ViewerState,
  Viewport,
} from '@talus/contract'

/** Where the viewer takes images from: a study, or the case of a radiologist. */
export interface ViewerSource {
  readonly images: readonly Image[]
  readonly studyId: StudyId | undefined
  readonly patientId: PatientId | undefined
  readonly metadata: (imageId: ImageId, signal?: AbortSignal) => Promise<ImageMetadata>
  /** A small JPEG of the whole image, as the file wishes it shown. */
  readonly preview: (imageId: ImageId, signal?: AbortSignal) => Promise<Blob>
  /** The numbers of a frame in full depth. */
  readonly pixels: (
    imageId: ImageId,
    settings: {
      readonly signal?: AbortSignal
      readonly onProgress?: (share: number) => void
      /** From 1; the first where none is told. */
      readonly frame?: number
    },
  ) => Promise<ArrayBuffer>
  /** Keeps how an image is shown beside it, for other workstations; absent where nobody may. */
  readonly present?:
    | ((imageId: ImageId, presentation: Presentation) => Promise<unknown>)
    | undefined
}

/** Where the state of the images is kept. The case viewer keeps none. */
export interface StateKeeper {
  readonly load: () => Promise<ViewerState>
  /** Refuses with `record/changed-meanwhile` where somebody else has saved since `version`. */
  readonly save: (
    state: ViewerState,
    settings?: { readonly outlivesPage?: boolean },
  ) => Promise<{ readonly version: number }>
}

/** What the pointer does. */
export const pointerTools = [
  'windowLevel',
  'zoom',
  'pan',
  'magnifier',
  'eraser',
  'crop',
  'calibrate',
] as const
export type PointerTool = (typeof pointerTools)[number] | DrawingTool

/** One cell of the grid: a place, and the image in it. */
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

/** Everything about one image that somebody can change, and that is saved. */
export interface ImageState {
  readonly viewport: Viewport
  readonly crop: Crop | undefined
  readonly drawings: readonly Drawing[]
  readonly calibration: ImageCalibration | undefined
}

export type { Crop, Drawing, Viewport }

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

/** Source of the viewer's images: a study, or the case of a radiologist. */
export interface ViewerSource {
  readonly images: readonly Image[]
  readonly studyId: StudyId | undefined
  readonly patientId: PatientId | undefined
  readonly metadata: (imageId: ImageId, signal?: AbortSignal) => Promise<ImageMetadata>
  /** A small JPEG of the whole image with the default window of the file. */
  readonly preview: (imageId: ImageId, signal?: AbortSignal) => Promise<Blob>
  /** Pixel data of a frame in full bit depth. */
  readonly pixels: (
    imageId: ImageId,
    settings: {
      readonly signal?: AbortSignal
      readonly onProgress?: (share: number) => void
      /** From 1; the default is the first. */
      readonly frame?: number
    },
  ) => Promise<ArrayBuffer>
  /** Saves a presentation state for other workstations; undefined without the permission. */
  readonly storePresentation?:
    | ((imageId: ImageId, presentation: Presentation) => Promise<unknown>)
    | undefined
}

/** Loads and saves the viewer state of the images. The case viewer has none. */
export interface ViewerStateApi {
  readonly load: () => Promise<ViewerState>
  /** Rejects with `record/changed-meanwhile` if another user has saved since `version`. */
  readonly save: (
    state: ViewerState,
    settings?: { readonly outlivesPage?: boolean },
  ) => Promise<{ readonly version: number }>
}

/** Pointer tools that draw nothing. */
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

/** Everything about one image that the user can change and that is saved. */
export interface ImageState {
  readonly viewport: Viewport
  readonly crop: Crop | undefined
  readonly drawings: readonly Drawing[]
  readonly calibration: ImageCalibration | undefined
}

export type { Crop, Drawing, Viewport }

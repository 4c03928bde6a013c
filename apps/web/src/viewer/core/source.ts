import type {
  DrawingTool,
  HangingProtocol,
  Image,
  ImageId,
  ImageMetadata,
  PatientMeasurement,
  Presentation,
  PresentationState,
  PresentationSummary,
  StudyOfPatient,
  StudyId,
  SavedViewerState,
} from '@talus/contract'
import type { SpeciesAndBreed } from '@talus/measurements'

/** The images and their pixels. */
export interface ImageSource {
  readonly images: readonly Image[]
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
  /** Overlay planes of a frame, which the metadata announces. */
  readonly overlay: (
    imageId: ImageId,
    settings: { readonly signal?: AbortSignal; readonly frame?: number },
  ) => Promise<ArrayBuffer>
}

/** A study that can be compared with the open one. */
export type ComparedStudy = Pick<
  StudyOfPatient,
  'id' | 'createdOn' | 'modality' | 'isDeleted' | 'seriesModalities'
>

/** All studies of the patient, for comparison with the open one. */
export interface PriorStudies {
  /** Includes the open study. */
  readonly list: () => Promise<readonly ComparedStudy[]>
  readonly images: (studyId: StudyId) => Promise<readonly Image[]>
  /** Saved viewer state of a study, for its drawings. */
  readonly state: (studyId: StudyId) => Promise<SavedViewerState>
  /** Opens the CT and MR series of a study; undefined if only another page shows them. */
  readonly showSlices?: ((studyId: StudyId) => void) | undefined
}

/** Presentation states that came with a study, or were saved here. */
export interface PresentationSource {
  readonly list: () => Promise<readonly PresentationSummary[]>
  readonly state: (imageId: ImageId, stateId: ImageId) => Promise<PresentationState>
}

/** Layouts of the clinic; undefined members are not allowed to the user. */
export interface HangingProtocols {
  readonly list: () => Promise<readonly HangingProtocol[]>
  readonly save?: ((protocol: HangingProtocol) => Promise<unknown>) | undefined
  readonly reset?:
    | ((subject: Pick<HangingProtocol, 'speciesId' | 'bodyPart'>) => Promise<unknown>)
    | undefined
}

/**
 * Everything that the viewer shows: a study, or the case of a radiologist. The viewer requests
 * nothing from the server on its own, so a source decides which data its user may see.
 */
export interface ViewerSource extends ImageSource {
  readonly studyId: StudyId | undefined
  /**
   * Prefix of the keys under which React components cache the records below. A component that
   * changes the records invalidates a part of it.
   */
  readonly queryKey: readonly unknown[]
  readonly thumbnail: (imageId: ImageId, signal?: AbortSignal) => Promise<Blob>
  /** The stored file; another program may be able to read it if the viewer cannot. */
  readonly original: (imageId: ImageId) => Promise<Blob>
  /**
   * The recorded values that identify the patient and its owner, as one text; undefined if they
   * cannot change. Another text means that the metadata of loaded images is outdated.
   */
  readonly identity?: (() => Promise<string>) | undefined
  /** Species and breed determine the reference ranges. */
  readonly patient: () => Promise<SpeciesAndBreed>
  /** Undefined if other studies of the patient are not available. */
  readonly priors?: PriorStudies | undefined
  /** Undefined if only the built-in layouts are available. */
  readonly hanging?: HangingProtocols | undefined
  /** The patient's saved drawings of a tool in all studies; undefined if not available. */
  readonly trend?: ((tool: DrawingTool) => Promise<readonly PatientMeasurement[]>) | undefined
  /** Undefined if presentation states are not available. */
  readonly presentations?: PresentationSource | undefined
  /** Saves a presentation state for other workstations; undefined without the permission. */
  readonly storePresentation?:
    | ((imageId: ImageId, presentation: Presentation) => Promise<unknown>)
    | undefined
}

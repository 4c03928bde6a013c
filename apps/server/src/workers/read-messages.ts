import type {
  SingleFrameLocation,
  DicomIdentity,
  NativePixelValues,
  StudyDescription,
} from '@talus/dicom'

/**
 * A task of the worker, done on the prefix of a file; `fileBytes` is the size of the whole file.
 */
export type ReadTask =
  /** The properties that the archive stores in its records. */
  | { readonly kind: 'summary'; readonly fileBytes: number }
  /** The metadata for the viewer, and every element if `withTags` is set. */
  | { readonly kind: 'metadata'; readonly fileBytes: number; readonly withTags: boolean }
  /** The position of the pixel data of a frame, which counts from 0. */
  | { readonly kind: 'pixel-location'; readonly fileBytes: number; readonly frame: number }

/** The position of a frame's stored values; both undefined if they must be decoded. */
export interface PixelLocation {
  readonly plain: NativePixelValues | undefined
  /** Set if a single frame can be decoded from its own bytes. */
  readonly singleFrame: SingleFrameLocation | undefined
}

/** The properties of a file that the archive needs, without its pixel data. */
export interface FileSummary {
  readonly identity: DicomIdentity
  readonly description: StudyDescription
  readonly transferSyntaxUid: string
  readonly hasPixels: boolean
  /** Offset of the pixel data element in the file; undefined without one. */
  readonly pixelStart: number | undefined
  /** Also undefined for compressed pixel data, whose length is not declared. */
  readonly pixelEnd: number | undefined
  /** The attributes as DICOM JSON; long values are replaced by `bulk:` and their path. */
  readonly json: string
}

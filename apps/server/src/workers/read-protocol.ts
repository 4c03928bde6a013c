import type { ImageMetadata } from '@talus/contract'
import type {
  Attributes,
  DicomDocument,
  EditOptions,
  SingleFrameLocation,
  DicomIdentity,
  NativePixelValues,
  Reduction,
  PresentedImage,
  ReadPresentation,
  StoredTables,
  StudyDescription,
} from '@talus/dicom'
import type { Call } from './protocol.ts'

/** The prefix of a file, and the size of the whole file. */
interface Prefix {
  readonly bytes: Uint8Array
  readonly fileBytes: number
}

/** The calls of the read pool. */
export interface ReadProtocol {
  readonly calls: {
    /** The properties that the archive stores in its records. */
    readonly summary: Call<Prefix, FileSummary>
    /** The metadata for the viewer, and every element if `withTags` is set. */
    readonly metadata: Call<Prefix & { readonly withTags: boolean }, ImageMetadata>
    /** The position of the pixel data of a frame, which counts from 0. */
    readonly locatePixels: Call<Prefix & { readonly frame: number }, PixelLocation>
    /** The header in a form that does not depend on its encoding. */
    readonly content: Call<Prefix, HeaderContent>
    /** The lookup tables of an image with their data. */
    readonly tables: Call<Prefix, StoredTables>
    /** How a presentation state shows an image. */
    readonly presentation: Call<
      { readonly bytes: Uint8Array; readonly image: PresentedImage },
      ReadPresentation
    >
    /** The content of an object without pixel data. */
    readonly document: Call<Prefix, ReadDocument>
    /** The header with other attributes. */
    readonly edit: Call<
      {
        readonly bytes: Uint8Array
        readonly changes: Attributes
        readonly options?: EditOptions | undefined
      },
      Uint8Array<ArrayBuffer>
    >
  }
}

/** The content of an object without pixel data. */
export interface ReadDocument extends DicomDocument {
  /** A PDF that may run scripts, start programs or carry other files, or cannot be searched. */
  readonly mayAct: boolean
}

/** The position of a frame in its file. */
export interface PixelLocation {
  /** Undefined if the stored values must be decoded. */
  readonly plain: NativePixelValues | undefined
  /** Set if a single frame can be decoded from its own bytes. */
  readonly singleFrame: SingleFrameLocation | undefined
  /** Set if the image is too large to be decoded, but can be reduced while it is read. */
  readonly reduction?: Reduction | undefined
  /** The size of a decoded frame. */
  readonly frameBytes: number
}

/** Hashes of the values before the pixel data, by which files are compared. */
export interface HeaderContent {
  /** SHA-256 of the values, without those that describe how the pixel data is encoded. */
  readonly values: string
  /** SHA-256 of all values. */
  readonly stored: string
  readonly hasPixels: boolean
  /**
   * The offset of the value of the pixel data in the file, and the form of its bytes; undefined
   * without one, and in a deflated file.
   */
  readonly pixels: { readonly start: number; readonly form: string } | undefined
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
  /** The file announces more frames, or larger ones, than its uncompressed pixel data has. */
  readonly lacksPixels: boolean
  /** Position of the first fragment of encapsulated pixel data, which is its offset table. */
  readonly fragmentsStart: number | undefined
  /** The attributes as DICOM JSON; long values are replaced by `bulk:` and their path. */
  readonly json: string
  /**
   * The slices of a CT, MR or PET image as JSON of `ImageSlices`; null if it cannot be shown as
   * slices, undefined for other objects.
   */
  readonly slices: string | null | undefined
}

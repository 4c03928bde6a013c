/** What is wanted of a file, all of whose bytes come along. */
export type TranscodingTask =
  /** The file in another transfer syntax. */
  | { readonly kind: 'file'; readonly syntax: string }
  /** Its data set alone, in explicit or implicit little-endian encoding with plain pixels. */
  | { readonly kind: 'data-set'; readonly syntax: string }
  /** Frames as they are stored, or in a transfer syntax; they count from 0. */
  | {
      readonly kind: 'frames'
      readonly frames: readonly number[] | 'all'
      readonly syntax: string | undefined
    }
  /** The numbers of a frame as `display` of its metadata describes them; it counts from 0. */
  | { readonly kind: 'numbers'; readonly frame: number }
  /** The same of the head of a file with the bytes of that frame alone behind it. */
  | {
      readonly kind: 'numbers-apart'
      readonly frame: number
      readonly headBytes: number
      readonly fileBytes: number
      readonly hasHeaders: boolean
    }
  /** Where each frame lies in the file: starts and ends by turns, as numbers of 64 bits. */
  | { readonly kind: 'spans' }
  /** A value, by its place in the DICOM JSON of the file. */
  | { readonly kind: 'value'; readonly path: string }

import type { FrameApart, Identity, PlainNumbers, StudyDescription } from '@talus/dicom'

/** What is wanted of the beginning of a file; `fileBytes` are those of the whole of it. */
export type ReadingTask =
  /** What the archive files it by. */
  | { readonly kind: 'filing'; readonly fileBytes: number }
  /** What a viewer shows it by, and every element where that is wanted. */
  | { readonly kind: 'metadata'; readonly fileBytes: number; readonly withTags: boolean }
  /** Where the numbers of a frame lie, which counts from 0. */
  | { readonly kind: 'numbers'; readonly fileBytes: number; readonly frame: number }

/** Undefined where they have to be made. */
export interface NumbersPlace {
  readonly plain: PlainNumbers | undefined
  /** Where a frame of several can be made of its own bytes. */
  readonly apart: FrameApart | undefined
}

/** What the archive needs to know of a file, without its pixels. */
export interface Reading {
  readonly identity: Identity
  readonly description: StudyDescription
  readonly transferSyntaxUid: string
  readonly hasPixels: boolean
  /** Where the pixels begin in the file, with their element; undefined where there are none. */
  readonly pixelStart: number | undefined
  /** Undefined where they are compressed too: their end is not told before them. */
  readonly pixelEnd: number | undefined
  /** The attributes as DICOM JSON; long values are named `bulk:` and where they stand. */
  readonly json: string
}

import type { Identity, StudyDescription } from '@talus/dicom'
import type { DicomAnswer } from './dicom-answers.ts'

export interface ReadingTask {
  /** Of the whole file, of which the beginning is given. */
  readonly fileBytes: number
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

export type ReadingAnswer = DicomAnswer<Reading>

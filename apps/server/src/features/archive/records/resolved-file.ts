import type { ClinicId, ImageId, StudyId, TrayEntryId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileSummary } from '../../../workers/index.ts'
import type { TraySender } from '../tray/add-entry.ts'
import type { RecordValues } from './record-values.ts'
import type { Creator, findExistingRows, Row } from './records.queries.ts'

/**
 * Details of an image that was captured here. Its annotation and X-ray system override the
 * attributes of the file, and related rows are written in the same transaction.
 */
export interface CaptureDetails {
  readonly image: Partial<
    Pick<Row<'image'>, 'bodyPart' | 'bodyPartView' | 'sensor' | 'createdOn' | 'isIncomplete'>
  > &
    Pick<Row<'image'>, 'animalSize'>
  readonly exposure: Partial<Omit<Row<'imageExposure'>, 'imageId' | 'clinicId'>>
  /** Runs in the same transaction, which may be retried. */
  readonly afterInsert: (db: ClinicDb, imageId: ImageId) => Promise<void>
}

/** The result of comparing a received file with the stored one of the same instance. */
export interface Comparison {
  /** The stored file with which it was compared. */
  readonly filePath: string
  readonly isSame: boolean
  /** The stored file is lost or damaged, and the received one has all of its attributes. */
  readonly isUnusable?: boolean | undefined
  /** The entry of the conflict tray that has the same content. */
  readonly entryId?: TrayEntryId | undefined
}

/** A file that is in the store already, and the attributes that were read from it. */
export interface IncomingFile extends Creator {
  readonly capture?: CaptureDetails | undefined
  /** Undefined for a file that this server created: it belongs to the study for which it was. */
  readonly from?: TraySender | undefined
  /**
   * Called for a new image, and for one that waits in the conflict tray, in its transaction, which
   * may be retried.
   */
  readonly inTransaction?: ((db: ClinicDb, inserted: InsertedImage) => Promise<void>) | undefined
  /** The result of comparing this file with the stored one of the same instance. */
  readonly compared?: Comparison | undefined
  readonly reading: FileSummary
  readonly file: {
    readonly filePath: string
    readonly sha256: string
    readonly byteLength: number
  }
  /** The UIDs that the sender announced; a file with others is refused. */
  readonly expected: {
    readonly studyInstanceUID?: string | undefined
    readonly instance?:
      | { readonly sopClassUID: string; readonly sopInstanceUID: string }
      | undefined
  }
}

/** An image whose records were inserted; without a study it waits in the conflict tray. */
export interface InsertedImage {
  readonly studyId: StudyId | undefined
  readonly studyInstanceUID: string
  readonly sopInstanceUID: string
}

/** An incoming file, its target study and series, and the rows that exist already. */
export interface ResolvedFile {
  readonly incoming: IncomingFile
  readonly values: RecordValues
  readonly existing: ExistingRows
  /** The clinics that the transaction has locked; those rows are then read under the lock. */
  readonly lockedClinics: Set<ClinicId>
}
type ExistingRows = Awaited<ReturnType<typeof findExistingRows>>[number]

/** The file of an image that exists already. */
export interface ExistingFile {
  readonly imageId: ImageId
  readonly filePath: string
  readonly sha256: string
  /** The image had the UID before its raw data were processed again. */
  readonly isFormerUid: boolean
  /** The comparison has found it lost or damaged. */
  readonly isUnusable?: boolean | undefined
}

interface FiledRecords {
  readonly outcome: 'filed'
  readonly imageId: ImageId
  readonly studyId: StudyId
  readonly values: RecordValues
  /** Undefined for a new instance. */
  readonly existing?: ExistingFile
  readonly hasChanged: boolean
}

export type InsertResult =
  | FiledRecords
  /** The file waits in the conflict tray, or one with the same bytes does (`isAgain`). */
  | { readonly outcome: 'held'; readonly values: RecordValues; readonly isAgain: boolean }
  /** The instance exists with another file: nothing was written until both are compared. */
  | { readonly outcome: 'compare'; readonly values: RecordValues; readonly existing: ExistingFile }

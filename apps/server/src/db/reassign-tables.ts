import type {
  ClinicId,
  Day,
  DicomSendId,
  ImageId,
  Instant,
  OwnerId,
  PatientId,
  ReassignmentId,
  ReassignmentKind,
  StudyId,
  UserId,
} from '@talus/contract'
import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { RadCaseTable } from './case-tables.ts'
import type { OwnerTable, PatientTable, StudyTable } from './tables.ts'

type PatientColumns = Pick<
  Selectable<PatientTable>,
  | 'name'
  | 'search'
  | 'patientId'
  | 'accessionCode'
  | 'speciesId'
  | 'breedId'
  | 'sex'
  | 'neutered'
  | 'birthDate'
  | 'description'
  | 'ownerId'
  | 'status'
  | 'mergedIntoId'
>
type OwnerColumns = Pick<
  Selectable<OwnerTable>,
  | 'name'
  | 'search'
  | 'address'
  | 'phone'
  | 'email'
  | 'phoneKey'
  | 'emailKey'
  | 'status'
  | 'mergedIntoId'
>

interface Change<Table extends string, Id, Columns> {
  readonly table: Table
  readonly id: Id
  readonly before: Partial<Columns>
  readonly after: Partial<Columns>
}

/** The changed columns of a record, with their values before and after the change. */
export type RecordChange =
  | Change<'patient', PatientId, PatientColumns>
  | Change<'owner', OwnerId, OwnerColumns>
  | Change<'study', StudyId, Pick<Selectable<StudyTable>, 'patientId'>>
  | Change<
      'radCase',
      Selectable<RadCaseTable>['id'],
      Pick<Selectable<RadCaseTable>, 'patientId' | 'ownerId'>
    >

/** The UIDs of an image that is sent again, and the queued sends. */
export interface ReissuedImage {
  readonly id: ImageId
  readonly before: string
  readonly after: string
  readonly sendIds: readonly DicomSendId[]
}

export interface ReassignmentChanges {
  readonly records: readonly RecordChange[]
  readonly images: readonly ReissuedImage[]
  /** The newest records of the clinic at that moment: later ones arrived in between. */
  readonly newest?: { readonly studyId: StudyId; readonly patientId: PatientId }
}

/** A patient as a received file states it; empty or null if it says nothing. */
export interface PatientClaim {
  readonly number: string
  readonly issuer: string
  readonly name: string
  readonly owner: string
  readonly birthDate: Day | null
  readonly speciesId: number | null
}

/** A merge or move of records that can be undone. */
export interface ReassignmentTable {
  id: Generated<ReassignmentId>
  clinicId: ClinicId
  kind: ReassignmentKind
  userId: UserId
  createdOn: Instant
  subject: string
  target: string
  studyId: StudyId | null
  /** The records that remain, and those that were merged or left. */
  patientId: PatientId | null
  otherPatientId: PatientId | null
  ownerId: OwnerId | null
  otherOwnerId: OwnerId | null
  changes: JSONColumnType<ReassignmentChanges>
  undoneOn: Instant | null
  undoneById: UserId | null
}

import { z } from 'zod'
import { SpeciesId } from './codes.ts'
import { sexes, studyModalities } from './enumerations.ts'
import { BreedId, ClinicId, OwnerId, PatientId, ReassignmentId, StudyId } from './ids.ts'
import { defineRoute } from './route.ts'
import { Day, Instant } from './fields.ts'

/** Merges and moves of records; each can be undone. */
export const reassignmentKinds = [
  'merge-patients',
  'merge-owners',
  'move-study',
  'move-patient',
] as const
export type ReassignmentKind = (typeof reassignmentKinds)[number]

/** The fields of two records of one animal; the user chooses whose value stays. */
export const patientMergeFields = [
  'name',
  'patientId',
  'accessionCode',
  'species',
  'sex',
  'birthDate',
  'owner',
  'description',
] as const
export type PatientMergeField = (typeof patientMergeFields)[number]

export const ownerMergeFields = ['name', 'phone', 'email', 'address'] as const
export type OwnerMergeField = (typeof ownerMergeFields)[number]

/** A text that changes with every change of the compared records. */
const Revision = z.string().min(1).max(64)

/** An animal as a user recognises it before a merge or move. */
export const PatientCard = z.object({
  id: PatientId,
  clinicId: ClinicId,
  patientId: z.string(),
  accessionCode: z.string(),
  name: z.string(),
  speciesId: SpeciesId.nullable(),
  breedId: BreedId.nullable(),
  breedName: z.string().nullable(),
  sex: z.enum(sexes).nullable(),
  neutered: z.boolean(),
  birthDate: Day.nullable(),
  description: z.string(),
  ownerId: OwnerId.nullable(),
  ownerName: z.string().nullable(),
  studies: z.int(),
  images: z.int(),
  lastStudyOn: Instant.nullable(),
})
export type PatientCard = z.output<typeof PatientCard>

export const OwnerCard = z.object({
  id: OwnerId,
  clinicId: ClinicId,
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  animals: z.array(z.string()),
  studies: z.int(),
  lastStudyOn: Instant.nullable(),
})
export type OwnerCard = z.output<typeof OwnerCard>

export const Reassignment = z.object({
  id: ReassignmentId,
  kind: z.enum(reassignmentKinds),
  createdOn: Instant,
  username: z.string(),
  /** The name of the merged or moved record, and of the record that it belongs to now. */
  subject: z.string(),
  target: z.string(),
  patientId: PatientId.nullable(),
  ownerId: OwnerId.nullable(),
  undoneOn: Instant.nullable(),
  undoneBy: z.string().nullable(),
})
export type Reassignment = z.output<typeof Reassignment>

/** The studies, or the animals of an owner, that arrived between a merge and its undo. */
export const UndoneReassignment = Reassignment.extend({
  /** How many went back with the merged record, because their files name it. */
  followed: z.int().nonnegative(),
  /** How many stay, because a user made or filed them or nothing names their record. */
  staying: z.int().nonnegative(),
})
export type UndoneReassignment = z.output<typeof UndoneReassignment>

/**
 * Another patient ID whose images are filed under an animal.
 *
 * - `former`: the animal had it before a correction.
 * - `merged`: that of a record that was merged into this one; it stays until the merge is undone.
 * - `decided`: a user assigned images with it in the conflict tray.
 * - `study`: the same, for one study; the number is empty if the images have none.
 */
export const OtherNumber = z.object({
  number: z.string(),
  kind: z.enum(['former', 'merged', 'decided', 'study']),
  /** The name in the images; empty unless a user assigned them. */
  name: z.string(),
  /** The date of the only study for which the decision counts. */
  studyDate: Instant.nullable(),
})
export type OtherNumber = z.output<typeof OtherNumber>

const change = { method: 'POST', needs: 'study.delete', clinic: 'reach' } as const
const compare = { method: 'GET', needs: 'study.delete', clinic: 'reach' } as const
const choice = <Field extends string>(fields: readonly [Field, ...Field[]]) =>
  z.array(z.enum(fields)).max(fields.length).default([])

export const reassignRoutes = {
  comparePatients: defineRoute({
    ...compare,
    path: '/reassign/patients',
    summary: 'Two records of an animal side by side, before they are merged',
    query: z.object({ keepId: PatientId, mergeId: PatientId }),
    response: z.object({
      keep: PatientCard,
      merge: PatientCard,
      revision: Revision,
      /** The open share links of the studies of each record; those of another owner are revoked. */
      keepLinks: z.int().nonnegative(),
      mergeLinks: z.int().nonnegative(),
    }),
  }),
  mergePatients: defineRoute({
    ...change,
    path: '/reassign/patients',
    summary: 'Merge a record of an animal into another one of the same animal',
    body: z.object({
      keepId: PatientId,
      mergeId: PatientId,
      revision: Revision,
      /** The fields whose value comes from the merged record. */
      take: choice(patientMergeFields),
    }),
    response: Reassignment,
  }),
  compareOwners: defineRoute({
    ...compare,
    path: '/reassign/owners',
    summary: 'Two records of an owner side by side, before they are merged',
    query: z.object({ keepId: OwnerId, mergeId: OwnerId }),
    response: z.object({ keep: OwnerCard, merge: OwnerCard, revision: Revision }),
  }),
  mergeOwners: defineRoute({
    ...change,
    path: '/reassign/owners',
    summary: 'Merge a record of an owner into another one of the same owner',
    body: z.object({
      keepId: OwnerId,
      mergeId: OwnerId,
      revision: Revision,
      take: choice(ownerMergeFields),
    }),
    response: Reassignment,
  }),
  compareStudy: defineRoute({
    ...compare,
    path: '/reassign/study',
    summary: 'A study, its animal and another animal, before the study is moved',
    query: z.object({ studyId: StudyId, patientId: PatientId }),
    response: z.object({
      study: z.object({
        id: StudyId,
        createdOn: Instant,
        modality: z.enum(studyModalities),
        images: z.int(),
      }),
      from: PatientCard,
      to: PatientCard,
      revision: Revision,
      /** The share links that the move revokes, because the owner is another one. */
      links: z.int().nonnegative(),
    }),
  }),
  moveStudy: defineRoute({
    ...change,
    path: '/reassign/study',
    summary: 'Move a study to another animal of the clinic',
    body: z.object({ studyId: StudyId, patientId: PatientId, revision: Revision }),
    response: Reassignment,
  }),
  compareOwnerOfPatient: defineRoute({
    ...compare,
    path: '/reassign/patient',
    summary: 'An animal, its owner and another owner, before the animal is moved',
    query: z.object({ patientId: PatientId, ownerId: OwnerId }),
    response: z.object({
      patient: PatientCard,
      from: OwnerCard.nullable(),
      to: OwnerCard,
      revision: Revision,
      links: z.int().nonnegative(),
    }),
  }),
  movePatient: defineRoute({
    ...change,
    path: '/reassign/patient',
    summary: 'Move an animal to another owner of the clinic',
    body: z.object({ patientId: PatientId, ownerId: OwnerId, revision: Revision }),
    response: Reassignment,
  }),
  otherNumbers: defineRoute({
    ...compare,
    path: '/reassign/numbers',
    summary: 'The other patient IDs whose images are filed under an animal',
    query: z.object({ patientId: PatientId }),
    response: z.array(OtherNumber),
  }),
  forgetNumber: defineRoute({
    ...change,
    path: '/reassign/numbers/forget',
    summary:
      'Forget a former or remembered patient ID of an animal: its next image is a question or another animal',
    body: z.object({ patientId: PatientId, number: z.string().max(255) }),
  }),
  history: defineRoute({
    ...compare,
    path: '/reassign/history',
    summary: 'The merges and moves of an animal or an owner, the newest first',
    query: z.object({ patientId: PatientId.optional(), ownerId: OwnerId.optional() }),
    response: z.array(Reassignment),
  }),
  undo: defineRoute({
    ...change,
    path: '/reassign/:id/undo',
    summary: 'Undo a merge or move; refused if its records have changed since',
    params: z.object({ id: ReassignmentId }),
    response: UndoneReassignment,
  }),
}

import { z } from 'zod'
import { SpeciesId } from './codes.ts'
import { activeStates, sexes } from './enumerations.ts'
import { BreedId, ClinicId, OwnerId, PatientId, UserId } from './ids.ts'
import { ignoreRestOf } from './ignored-fields.ts'
import { limits } from './limits.ts'
import { suggestQuery } from './owner.ts'
import { defineRoute } from './route.ts'
import { Day, dicomNumber, Instant, multilineText, requiredText } from './fields.ts'

export const Patient = z.object({
  id: PatientId,
  /** The clinic's own identifier, free text; not the database id. */
  patientId: z.string(),
  name: z.string(),
  /** The name in other writings, from received files: `ideographic=phonetic`. */
  nameGroups: z.string(),
  speciesId: SpeciesId.nullable(),
  sex: z.enum(sexes).nullable(),
  accessionCode: z.string(),
  birthDate: Day.nullable(),
  neutered: z.boolean(),
  breedId: BreedId.nullable(),
  description: z.string(),
  ownerId: OwnerId.nullable(),
  clinicId: ClinicId,
  userId: UserId,
  createdOn: Instant,
  status: z.enum(activeStates),
})
export type Patient = z.output<typeof Patient>

/** No patient is older; an earlier year is a typing error. */
export const BirthDate = Day.refine((day) => day >= '1900', 'field/birth-year')

export const PatientDraft = ignoreRestOf(
  Patient,
  z.object({
    /**
     * At most as long as DICOM allows (LO). If it is missing or blank, the time of the registration
     * is used.
     */
    patientId: dicomNumber(limits.patientNumberMax, 'patient/number-too-long').optional(),
    name: requiredText(limits.personNameMax),
    /**
     * Required in a veterinary clinic, null in a human one; the server checks the type of the clinic.
     */
    speciesId: SpeciesId.nullable().default(null),
    sex: z.enum(sexes).nullable().default(null),
    accessionCode: dicomNumber(16).optional(),
    birthDate: BirthDate.nullable().default(null),
    neutered: z.boolean().default(false),
    breedId: BreedId.nullable().default(null),
    description: multilineText().default(''),
    ownerId: OwnerId.nullable().default(null),
    clinicId: ClinicId.optional(),
  }),
)
export const PatientChange = ignoreRestOf(
  Patient,
  PatientDraft.extend({
    id: PatientId,
    status: z.enum(activeStates).optional(),
    /** The number of a received file may be longer, and stays; the server refuses a new one. */
    patientId: dicomNumber(limits.textMax, 'patient/number-too-long').optional(),
  }),
)

export const PatientSuggestion = Patient.pick({
  id: true,
  patientId: true,
  name: true,
  nameGroups: true,
  speciesId: true,
  ownerId: true,
  birthDate: true,
}).extend({ owner: z.string().nullable() })
export type PatientSuggestion = z.output<typeof PatientSuggestion>

export const Breed = z.object({ id: BreedId, name: z.string(), speciesId: SpeciesId })
export type Breed = z.output<typeof Breed>

export const breedRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/breed',
    summary: 'The breeds of all species',
    needs: 'lookup.read',
    clinic: 'none',
    response: z.array(Breed),
  }),
}

export const patientRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/patient',
    summary: 'The patients of a clinic or of an owner',
    needs: 'study.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional(), ownerId: OwnerId.optional() }),
    response: z.array(Patient),
  }),
  suggest: defineRoute({
    method: 'GET',
    path: '/patient/suggest',
    summary: 'Patients by prefixes of their name, identifier or owner’s name',
    needs: 'study.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: suggestQuery,
    response: z.array(PatientSuggestion),
  }),
  one: defineRoute({
    method: 'GET',
    path: '/patient/:id',
    summary: 'One patient',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ id: PatientId }),
    response: Patient,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/patient',
    summary: 'Register a patient',
    variant: 'local',
    needs: 'registration.use',
    clinic: { in: 'body', name: 'clinicId' },
    body: PatientDraft,
    response: Patient,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/patient',
    summary: 'Change a patient',
    variant: 'local',
    needs: 'registration.use',
    clinic: 'reach',
    body: PatientChange,
    response: Patient,
  }),
}

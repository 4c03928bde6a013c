import { z } from 'zod'
import { CaseStatus, SpeciesId } from './codes.ts'
import { caseModalities, casePriorities, weightUnits } from './enumerations.ts'
import {
  BreedId,
  CaseFileId,
  CaseId,
  ClinicId,
  DoctorId,
  EmailConfigId,
  ImageId,
  OwnerId,
  PatientId,
  StudyId,
  UserId,
} from './ids.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Day, Instant, multilineText, plainText, requiredText } from './fields.ts'

export const RadCase = z.object({
  id: CaseId,
  status: CaseStatus,
  studyId: StudyId.nullable(),
  patientId: PatientId.nullable(),
  ownerId: OwnerId.nullable(),
  clinicId: ClinicId,
  breedId: BreedId.nullable(),
  referringVeterinarianId: DoctorId.nullable(),
  requesterId: UserId,
  radiologistId: UserId.nullable(),
  patientName: z.string(),
  ownerName: z.string(),
  phone: z.string(),
  address: z.string(),
  speciesId: SpeciesId.nullable(),
  /** True means male. */
  sex: z.boolean().nullable(),
  neutered: z.boolean(),
  spayed: z.boolean(),
  weight: z.number().nullable(),
  weightUnit: z.enum(weightUnits),
  birthDate: Day.nullable(),
  clinicHistory: z.string(),
  additionalNotes: z.string(),
  studyTypes: z.string(),
  modality: z.enum(caseModalities),
  priority: z.enum(casePriorities),
  findings: z.string(),
  interpretation: z.string(),
  /** The spelling is that of the specification. */
  internalMedicineRecommandations: z.string(),
  signature: z.string(),
  notes: z.string(),
  createdOn: Instant,
  submitOn: Instant.nullable(),
  isDeleted: z.boolean(),
  requestMoreInfoMessage: z.string(),
})
export type RadCase = z.output<typeof RadCase>

export const CaseRow = RadCase.extend({
  clinicName: z.string(),
  referringVeterinarianName: z.string(),
  breed: z.string(),
  imageIds: z.array(ImageId),
})
export type CaseRow = z.output<typeof CaseRow>

export const CaseFile = z.object({
  id: CaseFileId,
  fileName: z.string(),
  imageId: ImageId.nullable(),
  isFromReceiver: z.boolean(),
})
export const CaseStat = z.object({ status: CaseStatus, count: z.int().nonnegative() })

/** A form field with JSON text; invalid JSON is a bad request. */
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'field/invalid' })
        return z.NEVER
      }
    })
    .pipe(schema)

export const CaseDraft = z.object({
  id: CaseId.optional(),
  studyId: StudyId,
  referringVeterinarianId: DoctorId,
  patientName: requiredText(limits.personNameMax),
  breedId: BreedId.nullable().default(null),
  speciesId: SpeciesId,
  modality: z.enum(caseModalities),
  birthDate: Day,
  sex: z.boolean().nullable().default(null),
  spayed: z.boolean().default(false),
  weight: z.number().positive().max(2000).nullable().default(null),
  weightUnit: z.enum(weightUnits).default('Kg'),
  ownerName: plainText().default(''),
  address: plainText().default(''),
  phone: plainText().default(''),
  clinicHistory: multilineText().default(''),
  additionalNotes: multilineText().default(''),
  studyTypes: plainText(limits.longTextMax).default(''),
  priority: z.enum(casePriorities).default('24 Hours'),
})

const byCase = z.object({ id: CaseId })
const attachments = {
  fieldBytes: limits.formFieldBytes,
  files: { files: { min: 0, max: limits.attachmentsMax, bytes: limits.attachmentsBytes } },
  fileBytes: limits.attachmentsBytes,
}
const draftForm = {
  ...attachments,
  fields: z.object({
    model: json(CaseDraft),
    imageIds: json(z.array(ImageId).max(1000)),
    newBreed: plainText().optional(),
  }),
}
const create = {
  method: 'POST',
  needs: 'case.create',
  clinic: 'reach',
  form: draftForm,
  response: RadCase,
} as const
const submit = { ...create, summary: 'Send a case to the radiologists' } as const
const save = { ...create, summary: 'Save a case as a draft' } as const

/** Cases cross clinics by design: the rule `cases` bounds a radiologist to offered and own ones. */
export const radCaseRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/radcase/cases',
    summary: 'The cases of a status',
    needs: 'case.read',
    clinic: 'cases',
    query: z.object({ status: CaseStatus.default(1), clinicId: ClinicId.optional() }),
    response: z.array(CaseRow),
  }),
  stat: defineRoute({
    method: 'GET',
    path: '/radcase/cases/stat',
    summary: 'How many cases each status has',
    needs: 'case.read',
    clinic: 'cases',
    response: z.array(CaseStat),
  }),
  reportStat: defineRoute({
    method: 'GET',
    path: '/radcase/cases/reportstat',
    summary: 'Cases for the statistics page',
    needs: 'case.read',
    clinic: 'cases',
    query: z.object({
      status: CaseStatus.optional(),
      modality: z.enum(caseModalities).optional(),
      priority: z.enum(casePriorities).optional(),
      submitdateFrom: Day.optional(),
      submitdateTo: Day.optional(),
      clinicId: ClinicId.optional(),
    }),
    response: z.array(CaseRow),
  }),
  one: defineRoute({
    method: 'GET',
    path: '/radcase/:id',
    summary: 'One case',
    needs: 'case.read',
    clinic: 'cases',
    params: byCase,
    response: RadCase,
  }),
  clinicName: defineRoute({
    method: 'GET',
    path: '/radcase/getClinicName/:id',
    summary: 'The name of the clinic that submitted the case',
    needs: 'case.read',
    clinic: 'cases',
    params: byCase,
    response: z.object({ clinicName: z.string() }),
  }),
  ofStudy: defineRoute({
    method: 'GET',
    path: '/radcase/getByStudy/:studyId',
    summary: 'The cases of a study',
    needs: 'case.create',
    clinic: 'reach',
    params: z.object({ studyId: StudyId }),
    response: z.array(RadCase),
  }),
  files: defineRoute({
    method: 'GET',
    path: '/radcase/fileIds/:caseId',
    summary: 'The files of a case',
    needs: 'case.read',
    clinic: 'cases',
    params: z.object({ caseId: CaseId }),
    response: z.array(CaseFile),
  }),
  file: defineRoute({
    method: 'GET',
    path: '/radcase/file/:id',
    summary: 'One file of a case',
    needs: 'case.read',
    clinic: 'cases',
    params: z.object({ id: CaseFileId }),
    produces: 'application/octet-stream',
  }),
  report: defineRoute({
    method: 'GET',
    path: '/radcase/report/:id',
    summary: 'The report of a case',
    needs: 'case.read',
    clinic: 'cases',
    params: byCase,
    produces: 'application/pdf',
  }),
  submit: defineRoute({ ...submit, path: '/radcase/submit' }),
  submitCase: defineRoute({ ...submit, path: '/radcase/submitCase' }),
  save: defineRoute({ ...save, path: '/radcase/save' }),
  saveCase: defineRoute({ ...save, path: '/radcase/saveCase' }),
  take: defineRoute({
    method: 'POST',
    path: '/radcase/take',
    summary: 'Take a case, or give it to a radiologist',
    needs: 'case.answer',
    clinic: 'cases',
    form: {
      fields: z.object({ caseId: json(CaseId), radiologistId: json(UserId) }),
      fieldBytes: limits.formFieldBytes,
      files: {},
      fileBytes: 0,
    },
    response: RadCase,
  }),
  cancel: defineRoute({
    method: 'POST',
    path: '/radcase/cancel',
    summary: 'Cancel a case',
    needs: 'case.cancel',
    clinic: 'cases',
    body: z.object({ caseId: CaseId }),
    response: RadCase,
  }),
  /**
   * A request needs `case.request-more`. The clinic's answer uses the same route, with
   * `isRadiologist` false, so the handler has to check the capability.
   */
  requestMore: defineRoute({
    method: 'POST',
    path: '/radcase/requestmore',
    summary: 'Ask the clinic for more, or answer',
    needs: 'case.read',
    clinic: 'cases',
    body: z.object({
      caseId: CaseId,
      notes: multilineText().pipe(z.string().min(1, 'field/required')),
      isRadiologist: z.boolean().optional(),
      configId: EmailConfigId.nullable().optional(),
    }),
    response: RadCase,
  }),
  radiologistSubmit: defineRoute({
    method: 'POST',
    path: '/radcase/radiologistSubmit',
    summary: 'Answer a case with findings',
    needs: 'case.answer',
    clinic: 'cases',
    form: {
      ...attachments,
      fields: z.object({
        caseId: CaseId,
        findings: multilineText(limits.findingsMax),
        interpretation: multilineText(limits.interpretationMax),
        internalMedicineRecommandations: multilineText(limits.recommendationsMax),
        signature: plainText().default(''),
      }),
    },
    response: RadCase,
  }),
  cropAndSave: defineRoute({
    method: 'POST',
    path: '/radcase/cropAndSave',
    summary: 'Add a cropped image to a case',
    needs: 'case.answer',
    clinic: 'cases',
    form: {
      ...attachments,
      fields: z.object({ caseId: CaseId }),
      files: { files: { ...attachments.files.files, min: 1 } },
    },
    response: z.array(CaseFile),
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/radcase/deletecase/:id',
    summary: 'Delete a case (softly)',
    needs: 'case.delete',
    clinic: 'reach',
    params: byCase,
  }),
}

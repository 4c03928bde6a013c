import { z } from 'zod'
import { CaseStatus, SpeciesId } from './codes.ts'
import { animalSizes, studyModalities } from './enumerations.ts'
import { AnnotationId, ClinicId, ImageId, OwnerId, PatientId, StudyId, UserId } from './ids.ts'
import { limits } from './limits.ts'
import { longPageOf, pageQuery } from './paging.ts'
import { ProtocolKey } from './protocol.ts'
import { route } from './route.ts'
import { collapsed } from './text.ts'
import { isXrayLogTag, xrayLogTags } from './xray-log.ts'
import { Day, Instant, plainText, requiredText, Uid } from './fields.ts'

export const Study = z.object({
  id: StudyId,
  patientId: PatientId,
  createdOn: Instant,
  studyInstanceUID: z.string(),
  sopInstanceUID: z.string(),
  clinicId: ClinicId,
  userId: UserId,
  isDeleted: z.boolean(),
  modality: z.enum(studyModalities),
})
export type Study = z.output<typeof Study>

/** A row of the worklist and of the study list; a screen shows the columns that its clinic needs. */
export const StudyRow = z.object({
  studyId: StudyId,
  patientDatabaseId: PatientId,
  patientId: z.string(),
  patientName: z.string(),
  studyDate: Instant,
  modality: z.enum(studyModalities),
  deleted: z.boolean(),
  ownerId: OwnerId.nullable(),
  owner: z.string().nullable(),
  breed: z.string().nullable(),
  speciesId: SpeciesId.nullable(),
  userId: UserId,
  user: z.string(),
  imageCount: z.int().nonnegative(),
  /** The first images, to know a study by; none of a deleted one. */
  thumbnails: z.array(ImageId).max(limits.rowThumbnails),
  reportCount: z.int().nonnegative(),
  /** Of the newest case that asks a radiologist about this study. */
  caseStatus: CaseStatus.nullable(),
})
export type StudyRow = z.output<typeof StudyRow>

export const StudyDraft = z.object({
  patientId: PatientId,
  createdOn: Instant.optional(),
  studyInstanceUID: Uid.optional(),
  sopInstanceUID: Uid.optional(),
  clinicId: ClinicId.optional(),
  userId: UserId.optional(),
  modality: z.enum(studyModalities).optional(),
  /** Hands back the patient's study of the clinic's day instead of making a second one. */
  reuseToday: z.boolean().default(false),
})

export const studySorts = [
  'studyDate',
  'patientId',
  'patientName',
  'owner',
  'breed',
  'species',
  'modality',
  'deleted',
  'user',
] as const
export type StudySort = (typeof studySorts)[number]

export const StudyPageQuery = z.object({
  ...pageQuery(studySorts),
  desc: z.enum(['0', '1']).default('1'),
  ClinicId: ClinicId.optional(),
  /** Beginnings of words of the animal's or its owner's name. */
  patientName: plainText().default(''),
  /** Beginnings of the clinic’s own identifier or accession code, or of a part of them. */
  patientId: plainText().default(''),
  /** Days of the clinic, both included. */
  dateFrom: Day.optional(),
  dateTo: Day.optional(),
})

/** General images carry all three; a dental annotation is its teeth alone. */
export const Annotation = z.object({
  bodyPart: requiredText(limits.textMax),
  bodyPartView: plainText(64).default(''),
  animalSize: z.enum(animalSizes).nullable().default(null),
})
export const StoredAnnotation = Annotation.extend({ id: AnnotationId, studyId: StudyId })
/** With how many images there are of it; without an id where images alone say that it was meant. */
export const CountedAnnotation = Annotation.extend({
  id: AnnotationId.nullable(),
  studyId: StudyId,
  images: z.int().nonnegative(),
})
export type CountedAnnotation = z.output<typeof CountedAnnotation>

/** Who holds the animal, and whether it is sedated: the X-ray log tells it of each exposure. */
export const Restraint = z.object({
  holders: plainText(limits.textMax).default(''),
  isSedated: z.boolean().default(false),
})
export type Restraint = z.output<typeof Restraint>

/** The odd path placeholders of the specification: these exact raw values mean "not filtered". */
const nameOr = z
  .string()
  .transform((text) => (text === '!' ? undefined : text))
  .pipe(plainText().optional())
const patientIdOr = z
  .string()
  .transform((text) => (text === '0' ? undefined : text))
  .pipe(plainText().optional())
const dayOr = z
  .string()
  .transform((text) => (text === 'null' ? undefined : text))
  .pipe(Day.optional())
const filterParams = {
  clinicId: ClinicId,
  patientName: nameOr,
  patientId: patientIdOr,
  dateFrom: dayOr,
  dateTo: dayOr,
}

const logParams = z.object({ clinicId: ClinicId, dateFrom: dayOr, dateTo: dayOr })
const logQuery = z.object({
  /** Names of columns with commas between them; left out, those of `xrayLogDefaultTags`. */
  tags: plainText(limits.longTextMax)
    .transform((text, context) => {
      const names = [...new Set(text.split(',').map(collapsed).filter(Boolean))]
      // Named in the answer: a column that is left out silently would be missed too late.
      for (const name of names.filter((name) => !isXrayLogTag(name)))
        context.addIssue({ code: 'custom', message: 'field/invalid', path: [name] })
      return names.filter(isXrayLogTag)
    })
    .optional(),
})

export const studyRoutes = {
  worklist: route({
    method: 'GET',
    path: '/study/worklist/:clinicId',
    summary: 'The newest studies of a clinic',
    needs: 'study.read',
    clinic: { in: 'params', name: 'clinicId' },
    params: z.object({ clinicId: ClinicId }),
    response: z.array(StudyRow),
  }),
  page: route({
    method: 'GET',
    path: '/study/page',
    summary: 'The studies of a clinic, filtered, searched, sorted and cut into pages',
    needs: 'study.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: StudyPageQuery,
    response: longPageOf(StudyRow),
  }),
  changes: route({
    method: 'GET',
    path: '/study/changes/:clinicId',
    summary: 'Says, as long as it is held open, that studies or images of the clinic have changed',
    needs: 'study.read',
    clinic: { in: 'params', name: 'clinicId' },
    params: z.object({ clinicId: ClinicId }),
    produces: 'text/event-stream',
  }),
  byFilters: route({
    method: 'GET',
    path: '/study/studylistByFilters/:clinicId/:patientName/:patientId/:dateFrom/:dateTo',
    summary: 'Studies by patient and date; `!`, `0` and `null` leave a filter out',
    needs: 'study.read',
    clinic: { in: 'params', name: 'clinicId' },
    params: z.object(filterParams),
    response: z.array(StudyRow),
  }),
  forXrayLog: route({
    method: 'GET',
    path: '/study/studylistForXrayLogReport/:clinicId/:patientName/:patientId/:dateFrom/:dateTo',
    summary: 'Studies of the X-ray log',
    needs: 'study.read',
    clinic: { in: 'params', name: 'clinicId' },
    params: z.object(filterParams),
    response: z.array(StudyRow),
  }),
  xrayLog: route({
    method: 'GET',
    path: '/study/GetXLogReport/:clinicId/:dateFrom/:dateTo',
    summary: 'The X-ray log as CSV; `tags` chooses the columns',
    needs: 'report.create',
    clinic: { in: 'params', name: 'clinicId' },
    params: logParams,
    query: logQuery,
    produces: 'text/csv',
  }),
  xrayLogPreview: route({
    method: 'GET',
    path: '/study/xrayLogPreview/:clinicId/:dateFrom/:dateTo',
    summary: 'The first lines of the X-ray log, as they will stand in the CSV',
    needs: 'report.create',
    clinic: { in: 'params', name: 'clinicId' },
    params: logParams,
    query: logQuery,
    response: z.object({
      columns: z.array(z.enum(xrayLogTags)),
      lines: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
      isMore: z.boolean(),
    }),
  }),
  ofPatient: route({
    method: 'GET',
    path: '/study',
    summary: 'The studies of a patient',
    needs: 'study.read',
    clinic: 'reach',
    query: z.object({ patientId: PatientId }),
    response: z.array(Study),
  }),
  one: route({
    method: 'GET',
    path: '/study/:id',
    summary: 'One study',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    response: Study,
  }),
  create: route({
    method: 'POST',
    path: '/study',
    summary: 'Start a study',
    needs: 'study.write',
    clinic: { in: 'body', name: 'clinicId' },
    body: StudyDraft,
    response: Study,
  }),
  remove: route({
    method: 'DELETE',
    path: '/study/deletestudy/:id',
    summary: 'Delete a study (softly)',
    needs: 'study.delete',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
  }),
  restore: route({
    method: 'POST',
    path: '/study/restore/:id',
    summary: 'Bring a deleted study back',
    needs: 'study.restore',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    response: Study,
  }),
  uploadReport: route({
    method: 'POST',
    path: '/study/pdf',
    summary: 'Store the PDF report of a study',
    needs: 'report.create',
    clinic: 'reach',
    form: {
      fields: z.object({ studyId: StudyId, fileName: requiredText(limits.textMax) }),
      files: ['pdfFile'],
    },
    response: z.object({ id: z.int() }),
  }),
  saveReportLocally: route({
    method: 'POST',
    path: '/study/:id/report/local',
    summary: 'Keep the PDF report of a study on the clinic’s PC',
    variant: 'local',
    needs: 'report.create',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    form: { fields: z.object({ fileName: requiredText(limits.textMax) }), files: ['pdfFile'] },
    response: z.object({ id: z.int() }),
  }),
  annotations: route({
    method: 'GET',
    path: '/study/:id/annotations',
    summary: 'The images that are planned, and those that have been taken',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    response: z.array(CountedAnnotation),
  }),
  addAnnotation: route({
    method: 'POST',
    path: '/study/:id/annotations',
    summary: 'Plan an image of the study',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    body: Annotation,
    response: StoredAnnotation,
  }),
  removeAnnotation: route({
    method: 'DELETE',
    path: '/study/:id/annotations/:annotationId',
    summary: 'Remove a planned image that has not been taken',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId, annotationId: AnnotationId }),
  }),
  applyProtocol: route({
    method: 'POST',
    path: '/study/:id/protocol',
    summary: 'Plan all images of a protocol; those that are planned already stay as they are',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    body: z.object({ key: ProtocolKey, animalSize: z.enum(animalSizes).nullable().default(null) }),
    response: z.array(CountedAnnotation),
  }),
  restraint: route({
    method: 'GET',
    path: '/study/:id/restraint',
    summary: 'Who holds the animal',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    response: Restraint,
  }),
  setRestraint: route({
    method: 'PUT',
    path: '/study/:id/restraint',
    summary:
      'Say who holds the animal, for the exposures from now on and those that say nothing yet',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    body: Restraint,
    response: Restraint,
  }),
  holders: route({
    method: 'GET',
    path: '/study/:id/holders',
    summary: 'Names of who may hold the animal: who held one lately, then the people of the clinic',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    response: z.array(z.string()),
  }),
}

import { z } from 'zod'
import { CaseStatus, SpeciesId } from './codes.ts'
import { animalSizes, studyModalities } from './enumerations.ts'
import { AnnotationId, ClinicId, ImageId, OwnerId, PatientId, StudyId, UserId } from './ids.ts'
import { limits } from './limits.ts'
import { createLongPageSchema, createPageQuery } from './paging.ts'
import { ProtocolKey } from './protocol.ts'
import { StudyReport } from './report.ts'
import { Restraint } from './restraint.ts'
import { defineRoute } from './route.ts'
import { collapseWhitespace } from './text.ts'
import { isXrayLogTag, xrayLogTags } from './xray-log.ts'
import { Day, Instant, plainText, requiredText, SentInstant, Uid } from './fields.ts'

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

/** The DICOM modalities of the series of a study, such as US, without presentation states and reports. */
const SeriesModalities = z.array(z.string())

export const StudyOfPatient = Study.extend({ seriesModalities: SeriesModalities })
export type StudyOfPatient = z.output<typeof StudyOfPatient>

/**
 * A row of the worklist and of the study list; a screen shows the columns for the type of its
 * clinic.
 */
export const StudyRow = z.object({
  studyId: StudyId,
  patientDatabaseId: PatientId,
  patientId: z.string(),
  patientName: z.string(),
  /** The name in other writings: `ideographic=phonetic`. */
  patientNameGroups: z.string(),
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
  seriesModalities: SeriesModalities,
  /** PDFs, reports and other objects that are no images; presentation states are not counted. */
  documentCount: z.int().nonnegative(),
  /** The first images of the study; empty if it is deleted. */
  thumbnails: z.array(ImageId).max(limits.rowThumbnails),
  reportCount: z.int().nonnegative(),
  /** Status of the newest radiologist case of this study. */
  caseStatus: CaseStatus.nullable(),
})
export type StudyRow = z.output<typeof StudyRow>

export const StudyDraft = z.object({
  patientId: PatientId,
  createdOn: SentInstant.optional(),
  studyInstanceUID: Uid.optional(),
  sopInstanceUID: Uid.optional(),
  clinicId: ClinicId.optional(),
  userId: UserId.optional(),
  modality: z.enum(studyModalities).optional(),
  /** Returns the patient's study of the clinic's current day instead of creating a second one. */
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
  ...createPageQuery(studySorts),
  desc: z.enum(['0', '1']).default('1'),
  ClinicId: ClinicId.optional(),
  /** Prefixes of words of the patient's or owner's name. */
  patientName: plainText().default(''),
  /** Prefixes of the clinic’s own identifier or accession code, or of a part of them. */
  patientId: plainText().default(''),
  /** Days in the clinic's time zone, inclusive. */
  dateFrom: Day.optional(),
  dateTo: Day.optional(),
})

/** A general image has all three fields; a dental annotation has only the dental region. */
export const Annotation = z.object({
  bodyPart: requiredText(limits.textMax),
  bodyPartView: plainText(64).default(''),
  animalSize: z.enum(animalSizes).nullable().default(null),
})
export const StoredAnnotation = Annotation.extend({ id: AnnotationId, studyId: StudyId })
/** An annotation with its number of images; the id is null if it was not planned but has images. */
export const CountedAnnotation = Annotation.extend({
  id: AnnotationId.nullable(),
  studyId: StudyId,
  images: z.int().nonnegative(),
})
export type CountedAnnotation = z.output<typeof CountedAnnotation>

/** The path placeholders of the specification: these exact raw values mean "not filtered". */
const nameFilter = z
  .string()
  .transform((text) => (text === '!' ? undefined : text))
  .pipe(plainText().optional())
const patientIdFilter = z
  .string()
  .transform((text) => (text === '0' ? undefined : text))
  .pipe(plainText().optional())
const dayFilter = z
  .string()
  .transform((text) => (text === 'null' ? undefined : text))
  .pipe(Day.optional())
const filterParams = {
  clinicId: ClinicId,
  patientName: nameFilter,
  patientId: patientIdFilter,
  dateFrom: dayFilter,
  dateTo: dayFilter,
}

const logParams = z.object({ clinicId: ClinicId, dateFrom: dayFilter, dateTo: dayFilter })
const logQuery = z.object({
  /** Comma-separated names of columns; without it, those of `xrayLogDefaultTags`. */
  tags: plainText(limits.longTextMax)
    .transform((text, context) => {
      const names = [...new Set(text.split(',').map(collapseWhitespace).filter(Boolean))]
      // The error names the column: a user would notice too late that a column is missing.
      for (const name of names.filter((name) => !isXrayLogTag(name)))
        context.addIssue({ code: 'custom', message: 'field/invalid', path: [name] })
      return names.filter(isXrayLogTag)
    })
    .optional(),
})

const reportFile = {
  fieldBytes: limits.formFieldBytes,
  files: { pdfFile: { min: 1, max: 1, bytes: limits.reportBytes } },
  fileBytes: limits.reportBytes,
}

export const studyRoutes = {
  worklist: defineRoute({
    method: 'GET',
    path: '/study/worklist/:clinicId',
    summary: 'The newest studies of a clinic',
    needs: 'study.read',
    clinic: { in: 'params', name: 'clinicId' },
    params: z.object({ clinicId: ClinicId }),
    response: z.array(StudyRow),
  }),
  page: defineRoute({
    method: 'GET',
    path: '/study/page',
    summary: 'The studies of a clinic, filtered, searched, sorted and paged',
    needs: 'study.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: StudyPageQuery,
    response: createLongPageSchema(StudyRow),
  }),
  changes: defineRoute({
    method: 'GET',
    path: '/study/changes/:clinicId',
    summary: 'An event stream of changes to studies or images of the clinic',
    needs: 'study.read',
    clinic: { in: 'params', name: 'clinicId' },
    params: z.object({ clinicId: ClinicId }),
    produces: 'text/event-stream',
  }),
  byFilters: defineRoute({
    method: 'GET',
    path: '/study/studylistByFilters/:clinicId/:patientName/:patientId/:dateFrom/:dateTo',
    summary: 'Studies by patient and date; `!`, `0` and `null` disable a filter',
    needs: 'study.read',
    clinic: { in: 'params', name: 'clinicId' },
    params: z.object(filterParams),
    response: z.array(StudyRow),
  }),
  forXrayLog: defineRoute({
    method: 'GET',
    path: '/study/studylistForXrayLogReport/:clinicId/:patientName/:patientId/:dateFrom/:dateTo',
    summary: 'Studies of the X-ray log',
    needs: 'study.read',
    clinic: { in: 'params', name: 'clinicId' },
    params: z.object(filterParams),
    response: z.array(StudyRow),
  }),
  xrayLog: defineRoute({
    method: 'GET',
    path: '/study/GetXLogReport/:clinicId/:dateFrom/:dateTo',
    summary: 'The X-ray log as CSV; `tags` chooses the columns',
    needs: 'report.create',
    clinic: { in: 'params', name: 'clinicId' },
    params: logParams,
    query: logQuery,
    produces: 'text/csv',
  }),
  xrayLogPreview: defineRoute({
    method: 'GET',
    path: '/study/xrayLogPreview/:clinicId/:dateFrom/:dateTo',
    summary: 'The first lines of the X-ray log, as in the CSV',
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
  ofPatient: defineRoute({
    method: 'GET',
    path: '/study',
    summary: 'The studies of a patient',
    needs: 'study.read',
    clinic: 'reach',
    query: z.object({ patientId: PatientId }),
    response: z.array(StudyOfPatient),
  }),
  one: defineRoute({
    method: 'GET',
    path: '/study/:id',
    summary: 'One study',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    response: Study,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/study',
    summary: 'Start a study',
    needs: 'study.write',
    clinic: { in: 'body', name: 'clinicId' },
    body: StudyDraft,
    response: Study,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/study/deletestudy/:id',
    summary: 'Delete a study (softly)',
    needs: 'study.delete',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
  }),
  restore: defineRoute({
    method: 'POST',
    path: '/study/restore/:id',
    summary: 'Restore a deleted study',
    needs: 'study.restore',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    response: Study,
  }),
  uploadReport: defineRoute({
    method: 'POST',
    path: '/study/pdf',
    summary: 'Store the PDF report of a study',
    needs: 'report.create',
    clinic: 'reach',
    form: {
      ...reportFile,
      fields: z.object({ studyId: StudyId, fileName: requiredText(limits.textMax) }),
    },
    response: StudyReport,
  }),
  saveReportLocally: defineRoute({
    method: 'POST',
    path: '/study/:id/report/local',
    summary: 'Save the PDF report of a study on the clinic’s computer',
    variant: 'local',
    needs: 'report.create',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    form: { ...reportFile, fields: z.object({ fileName: requiredText(limits.textMax) }) },
    response: StudyReport.extend({
      /** The name of the file in the downloads folder of the clinic’s computer. */
      savedAs: z.string(),
    }),
  }),
  annotations: defineRoute({
    method: 'GET',
    path: '/study/:id/annotations',
    summary: 'The planned and captured images of a study',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    response: z.array(CountedAnnotation),
  }),
  addAnnotation: defineRoute({
    method: 'POST',
    path: '/study/:id/annotations',
    summary: 'Plan an image of the study',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    body: Annotation,
    response: StoredAnnotation,
  }),
  resizeAnnotation: defineRoute({
    method: 'PUT',
    path: '/study/:id/annotations/:annotationId',
    summary: 'Change the size of the animal for the next exposure of a planned image',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId, annotationId: AnnotationId }),
    body: z.object({ animalSize: z.enum(animalSizes) }),
    response: StoredAnnotation,
  }),
  removeAnnotation: defineRoute({
    method: 'DELETE',
    path: '/study/:id/annotations/:annotationId',
    summary: 'Remove a planned image that has not been captured',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId, annotationId: AnnotationId }),
  }),
  applyProtocol: defineRoute({
    method: 'POST',
    path: '/study/:id/protocol',
    summary: 'Plan all images of a protocol; already planned images are not changed',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    body: z.object({ key: ProtocolKey, animalSize: z.enum(animalSizes).nullable().default(null) }),
    response: z.array(CountedAnnotation),
  }),
  restraint: defineRoute({
    method: 'GET',
    path: '/study/:id/restraint',
    summary: 'The persons who hold the animal',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    response: Restraint,
  }),
  setRestraint: defineRoute({
    method: 'PUT',
    path: '/study/:id/restraint',
    summary: 'Set the persons who hold the animal from now on; earlier exposures keep theirs',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    body: Restraint,
    response: Restraint,
  }),
  holders: defineRoute({
    method: 'GET',
    path: '/study/:id/holders',
    summary: 'Suggested holders of the animal: recent holders first, then the users of the clinic',
    needs: 'study.capture',
    clinic: 'reach',
    params: z.object({ id: StudyId }),
    response: z.array(z.string()),
  }),
}

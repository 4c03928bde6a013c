import { z } from 'zod'
import { CaseReportName } from './case-number.ts'
import { languages } from './enumerations.ts'
import { Instant } from './fields.ts'
import { ImageId, PatientId, StudyId, StudyReportId } from './ids.ts'
import { limits } from './limits.ts'
import { reportTextRoutes } from './report-texts.ts'
import { defineRoute } from './route.ts'
import { drawingTools } from './viewer-state.ts'

/**
 * The JSON of a report. Its schema is `ReportDocument` in packages/report, which the contract cannot
 * import; the server parses it with that schema before it is stored, and names the faults by path.
 */
const document = z.record(z.string(), z.unknown())

/** The patient that a report is written for; the study may have been moved to another one since. */
const WrittenFor = z.object({ id: PatientId, name: z.string(), patientId: z.string() })
export type WrittenFor = z.output<typeof WrittenFor>

/** The unfinished report of a user about a study. Nothing of it is visible to other users. */
export const ReportDraft = z.object({
  studyId: StudyId,
  /** Incremented by each save; a save based on another version is refused. */
  version: z.int().positive(),
  document,
  /** Null for a draft of an earlier version of the product. */
  writtenFor: WrittenFor.nullable(),
  createdOn: Instant,
  savedOn: Instant,
})
export type ReportDraft = z.output<typeof ReportDraft>

/** The draft of another user about the same study, without its text. */
const OtherDraft = z.object({ username: z.string(), savedOn: Instant })

/** An own draft, for the list of reports that were not finished. */
export const ListedDraft = z.object({
  studyId: StudyId,
  patientName: z.string(),
  /** Null if the owner is not known. */
  ownerName: z.string().nullable(),
  studyDate: Instant,
  savedOn: Instant,
})
export type ListedDraft = z.output<typeof ListedDraft>

/** A version of the report of a study: a PDF that never changes. */
export const StudyReport = z.object({
  id: StudyReportId,
  studyId: StudyId,
  /** From 1 in the order of creation; also the instance number. */
  version: z.int().positive(),
  /** The DICOM object with the PDF: a document of the study, by which it is opened and sent. */
  imageId: ImageId,
  sopInstanceUID: z.string(),
  fileName: z.string(),
  /** The hash of the PDF. */
  sha256: z.string(),
  byteLength: z.int().nonnegative(),
  /** Uploaded, and not made by this server: its content is not known. */
  isForeign: z.boolean(),
  isVerified: z.boolean(),
  /**
   * Made while the study belonged to another patient, whose name it has, or for a case in which
   * the clinic named another animal.
   */
  isOfOtherPatient: z.boolean(),
  /** Set for the report of a radiologist: the case and the version that its PDF prints. */
  caseReport: CaseReportName.nullable(),
  /** At least one of its images shows another patient than that of the study. */
  showsOtherPatient: z.boolean(),
  createdOn: Instant,
  username: z.string(),
  /** Whether its text can be the start of the next version. */
  hasSource: z.boolean(),
})
export type StudyReport = z.output<typeof StudyReport>

/** A measurement of a study as a report shows it, in the language of the request. */
export const ReportMeasurement = z.object({
  /** The id of the drawing. */
  measurementId: z.uuid(),
  imageId: ImageId,
  tool: z.enum(drawingTools),
  name: z.string(),
  label: z.string(),
  value: z.number(),
  decimals: z.int(),
  unit: z.string(),
  method: z.string(),
  view: z.string(),
  range: z
    .object({ low: z.number().nullable(), high: z.number().nullable(), source: z.string() })
    .nullable(),
})
export type ReportMeasurement = z.output<typeof ReportMeasurement>

const ofStudy = z.object({ studyId: StudyId })
const Picture = z.object({
  /** The value of `view` of the slot. */
  view: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
})

const draftRoutes = {
  drafts: defineRoute({
    method: 'GET',
    path: '/report/draft',
    summary: 'The own drafts of reports, the newest first',
    needs: 'report.create',
    clinic: 'reach',
    response: z.array(ListedDraft),
  }),
  draft: defineRoute({
    method: 'GET',
    path: '/report/draft/:studyId',
    summary: 'The own draft about a study, and which other users have one',
    needs: 'report.create',
    clinic: 'reach',
    params: ofStudy,
    response: z.object({ draft: ReportDraft.nullable(), others: z.array(OtherDraft) }),
  }),
  saveDraft: defineRoute({
    method: 'PUT',
    path: '/report/draft/:studyId',
    summary: 'Save the own draft about a study; version 0 for a new one',
    needs: 'report.create',
    clinic: 'reach',
    params: ofStudy,
    body: z.object({
      version: z.int().nonnegative(),
      document,
      /** The patient that the author writes for; without it, that of the draft stays. */
      patientId: PatientId.optional(),
    }),
    response: z.object({ version: z.int().positive(), savedOn: Instant }),
  }),
  discardDraft: defineRoute({
    method: 'DELETE',
    path: '/report/draft/:studyId',
    summary: 'Discard the own draft about a study',
    needs: 'report.create',
    clinic: 'reach',
    params: ofStudy,
  }),
}

const versionRoutes = {
  create: defineRoute({
    method: 'POST',
    path: '/report/create/:studyId',
    summary: 'Make the PDF of a report and store it as the next version of the study',
    needs: 'report.create',
    clinic: 'reach',
    params: ofStudy,
    body: z.object({
      /** Made by the page for one click: a request that is repeated makes no second version. */
      key: z.uuid(),
      document,
      /** Whether the author confirms that the report is final. */
      isVerified: z.boolean().default(false),
      /**
       * The patient that the author has seen, if the study has got another one since. Without it,
       * that of the draft counts.
       */
      patientId: PatientId.optional(),
    }),
    response: z.object({
      report: StudyReport,
      /** The measurements in the text whose value has been measured again since. */
      updatedMeasurements: z.int().nonnegative(),
    }),
  }),
  versions: defineRoute({
    method: 'GET',
    path: '/report/version/:studyId',
    summary: 'The versions of the report of a study, the newest first',
    needs: 'study.read',
    clinic: 'reach',
    params: ofStudy,
    response: z.array(StudyReport),
  }),
  source: defineRoute({
    method: 'GET',
    path: '/report/source/:id',
    summary: 'The text of a version, from which the next one can be written',
    needs: 'report.create',
    clinic: 'reach',
    params: z.object({ id: StudyReportId }),
    response: z.object({ document }),
  }),
}

const contentRoutes = {
  measurements: defineRoute({
    method: 'GET',
    path: '/report/measurement/:studyId',
    summary: 'The measurements of a study as a report shows them, in the language of the request',
    needs: 'report.create',
    clinic: 'reach',
    params: ofStudy,
    query: z.object({ language: z.enum(languages).optional() }),
    response: z.array(ReportMeasurement),
  }),
  addPicture: defineRoute({
    method: 'POST',
    path: '/report/picture',
    summary: 'Keep an image as the viewer shows it, for a report',
    needs: 'report.create',
    clinic: 'reach',
    form: {
      fields: z.object({ imageId: ImageId }),
      fieldBytes: limits.formFieldBytes,
      files: { pictureFile: { min: 1, max: 1, bytes: limits.pictureBytes } },
      fileBytes: limits.pictureBytes,
    },
    response: Picture,
  }),
  picture: defineRoute({
    method: 'GET',
    path: '/report/picture/:pictureId',
    summary: 'A kept picture',
    needs: 'report.create',
    clinic: 'reach',
    params: z.object({ pictureId: z.uuid() }),
    produces: 'image/jpeg',
  }),
  printedImage: defineRoute({
    method: 'GET',
    path: '/report/image/:imageId',
    summary: 'An image as the PDF prints it without a kept picture: as the viewer left it',
    needs: 'report.create',
    clinic: 'reach',
    params: z.object({ imageId: ImageId }),
    query: z.object({ language: z.enum(languages).optional() }),
    produces: 'image/jpeg',
  }),
}

export const reportRoutes = {
  ...draftRoutes,
  ...versionRoutes,
  ...contentRoutes,
  ...reportTextRoutes,
}

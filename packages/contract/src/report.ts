import { z } from 'zod'
import { SpeciesId } from './codes.ts'
import { drawingTools } from './viewer-state.ts'
import { languages } from './enumerations.ts'
import { Instant, multilineText, plainText, requiredText } from './fields.ts'
import {
  ClinicId,
  ImageId,
  ReportMacroId,
  ReportTemplateId,
  StudyId,
  StudyReportId,
} from './ids.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

/**
 * The JSON of a report. Its schema is `ReportDocument` in packages/report, which the contract cannot
 * import; the server parses it with that schema before it is stored, and names the faults by path.
 */
const document = z.record(z.string(), z.unknown())

export const reportOrientations = ['landscape', 'portrait'] as const

/** The unfinished report of a user about a study. Nothing of it is visible to other users. */
export const ReportDraft = z.object({
  studyId: StudyId,
  /** Incremented by each save; a save based on another version is refused. */
  version: z.int().positive(),
  document,
  createdOn: Instant,
  savedOn: Instant,
})
export type ReportDraft = z.output<typeof ReportDraft>

/** The draft of another user about the same study, without its text. */
const OtherDraft = z.object({ username: z.string(), savedOn: Instant })

/** An own draft, for the list of reports that were not finished. */
const ListedDraft = z.object({
  studyId: StudyId,
  patientName: z.string(),
  studyDate: Instant,
  savedOn: Instant,
})

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
  /** Of the PDF. */
  sha256: z.string(),
  byteLength: z.int().nonnegative(),
  /** Uploaded, and not made by this server: its content is not known. */
  isForeign: z.boolean(),
  isVerified: z.boolean(),
  /** Made while the study belonged to another patient, whose name it has. */
  isOfOtherPatient: z.boolean(),
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

/** How the reports of a clinic look. */
export const ReportSettings = z.object({
  orientation: z.enum(reportOrientations),
  logo: z
    .object({
      /** Changes with the picture. */
      sha256: z.string(),
      width: z.int().positive(),
      height: z.int().positive(),
    })
    .nullable(),
})
export type ReportSettings = z.output<typeof ReportSettings>

const templateFields = {
  name: requiredText(limits.reportNameMax),
  /** Null for every species. */
  speciesId: SpeciesId.nullable(),
  /** A body part, or empty for every part. */
  bodyPart: plainText(limits.textMax),
  language: z.enum(languages),
  /** In bracket notation: `[none* | mild]`, `[# mm]`, `[<date>]`. */
  text: multilineText(limits.templateTextMax).pipe(z.string().min(1, 'field/required')),
  /** The template of the product that it replaces; null for one of the clinic's own. */
  basedOn: plainText(limits.reportNameMax).nullable(),
}
export const ReportTemplate = z.object({
  id: ReportTemplateId,
  ...templateFields,
  version: z.int().positive(),
  changedOn: Instant,
})
export type ReportTemplate = z.output<typeof ReportTemplate>

const macroFields = {
  /** Typed by the user, e.g. `.norm`. */
  shortcut: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^\.[\p{L}\p{N}][\p{L}\p{N}_-]{1,29}$/u, 'field/macro-shortcut'),
  text: multilineText(limits.macroTextMax).pipe(z.string().min(1, 'field/required')),
}
export const ReportMacro = z.object({
  id: ReportMacroId,
  ...macroFields,
  /** A macro of the clinic is for all its users; another one for the user who made it. */
  isOfClinic: z.boolean(),
  version: z.int().positive(),
  changedOn: Instant,
})
export type ReportMacro = z.output<typeof ReportMacro>

/** The version on which a change is based; a change based on another one is refused. */
const version = z.int().positive()
const ofStudy = z.object({ studyId: StudyId })
const ofClinic = z.object({ ClinicId: ClinicId.optional() })
const inQuery = { in: 'query', name: 'ClinicId' } as const
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
    body: z.object({ version: z.int().nonnegative(), document }),
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
}

const settingsRoutes = {
  settings: defineRoute({
    method: 'GET',
    path: '/report/settings',
    summary: 'How the reports of a clinic look',
    needs: 'clinic.read',
    clinic: inQuery,
    query: ofClinic,
    response: ReportSettings,
  }),
  saveSettings: defineRoute({
    method: 'PUT',
    path: '/report/settings',
    summary: 'Change how the reports of a clinic look',
    needs: 'report.manage',
    clinic: inQuery,
    query: ofClinic,
    body: ReportSettings.pick({ orientation: true }),
    response: ReportSettings,
  }),
  logo: defineRoute({
    method: 'GET',
    path: '/report/logo',
    summary: 'The logo of a clinic, as its reports show it',
    needs: 'clinic.read',
    clinic: inQuery,
    query: ofClinic,
    produces: 'image/jpeg',
  }),
  saveLogo: defineRoute({
    method: 'POST',
    path: '/report/logo',
    summary: 'Set the logo of a clinic from a PNG or JPEG file',
    needs: 'report.manage',
    clinic: inQuery,
    query: ofClinic,
    form: {
      fields: z.object({}),
      fieldBytes: limits.formFieldBytes,
      files: { logoFile: { min: 1, max: 1, bytes: limits.logoBytes } },
      fileBytes: limits.logoBytes,
    },
    response: ReportSettings,
  }),
  removeLogo: defineRoute({
    method: 'DELETE',
    path: '/report/logo',
    summary: 'Remove the logo of a clinic',
    needs: 'report.manage',
    clinic: inQuery,
    query: ofClinic,
    response: ReportSettings,
  }),
}

const templateRoutes = {
  templates: defineRoute({
    method: 'GET',
    path: '/report/template',
    summary: 'The templates that a clinic has saved; the others are part of the product',
    needs: 'report.read-texts',
    clinic: inQuery,
    query: ofClinic,
    response: z.array(ReportTemplate),
  }),
  addTemplate: defineRoute({
    method: 'POST',
    path: '/report/template',
    summary: 'Add a template to the clinic',
    needs: 'report.manage',
    clinic: inQuery,
    query: ofClinic,
    body: z.object(templateFields),
    response: ReportTemplate,
  }),
  updateTemplate: defineRoute({
    method: 'PUT',
    path: '/report/template/:id',
    summary: 'Change a template of the clinic',
    needs: 'report.manage',
    clinic: 'reach',
    params: z.object({ id: ReportTemplateId }),
    body: z.object({ ...templateFields, version }),
    response: ReportTemplate,
  }),
  removeTemplate: defineRoute({
    method: 'DELETE',
    path: '/report/template/:id',
    summary: 'Remove a template of the clinic',
    needs: 'report.manage',
    clinic: 'reach',
    params: z.object({ id: ReportTemplateId }),
  }),
}

const byMacro = z.object({ id: ReportMacroId })
const macroRoutes = {
  macros: defineRoute({
    method: 'GET',
    path: '/report/macro',
    summary: 'The own macros and those of the clinic',
    needs: 'report.read-texts',
    clinic: inQuery,
    query: ofClinic,
    response: z.array(ReportMacro),
  }),
  addMacro: defineRoute({
    method: 'POST',
    path: '/report/macro',
    summary: 'Add an own macro',
    needs: 'report.create',
    clinic: inQuery,
    query: ofClinic,
    body: z.object(macroFields),
    response: ReportMacro,
  }),
  updateMacro: defineRoute({
    method: 'PUT',
    path: '/report/macro/:id',
    summary: 'Change an own macro',
    needs: 'report.create',
    clinic: 'reach',
    params: byMacro,
    body: z.object({ ...macroFields, version }),
    response: ReportMacro,
  }),
  removeMacro: defineRoute({
    method: 'DELETE',
    path: '/report/macro/:id',
    summary: 'Remove an own macro',
    needs: 'report.create',
    clinic: 'reach',
    params: byMacro,
  }),
  addClinicMacro: defineRoute({
    method: 'POST',
    path: '/report/clinicMacro',
    summary: 'Add a macro of the clinic',
    needs: 'report.manage',
    clinic: inQuery,
    query: ofClinic,
    body: z.object(macroFields),
    response: ReportMacro,
  }),
  updateClinicMacro: defineRoute({
    method: 'PUT',
    path: '/report/clinicMacro/:id',
    summary: 'Change a macro of the clinic',
    needs: 'report.manage',
    clinic: 'reach',
    params: byMacro,
    body: z.object({ ...macroFields, version }),
    response: ReportMacro,
  }),
  removeClinicMacro: defineRoute({
    method: 'DELETE',
    path: '/report/clinicMacro/:id',
    summary: 'Remove a macro of the clinic',
    needs: 'report.manage',
    clinic: 'reach',
    params: byMacro,
  }),
}

export const reportRoutes = {
  ...draftRoutes,
  ...versionRoutes,
  ...contentRoutes,
  ...settingsRoutes,
  ...templateRoutes,
  ...macroRoutes,
}

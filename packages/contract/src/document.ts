import { z } from 'zod'
import { CaseReportName } from './case-number.ts'
import { Instant } from './fields.ts'
import { ImageId, StudyId } from './ids.ts'
import { defineRoute } from './route.ts'

/** The kinds of objects of a study that are no images. */
export const documentKinds = [
  'pdf',
  'clinical-document',
  'model',
  'report',
  'dose-report',
  'key-images',
  'ecg',
  'waveform',
  'presentation',
  'registration',
  'segmentation',
  'radiotherapy',
  'measurements',
  'raw-data',
  'other',
] as const

/** An object of a study without pixel data; its id is of the same kind as that of an image. */
export const StudyDocument = z.object({
  id: ImageId,
  studyId: StudyId,
  kind: z.enum(documentKinds),
  sopClassUID: z.string(),
  sopInstanceUID: z.string(),
  /** The description of its series; may be empty. */
  description: z.string(),
  /** The version of a report of measurements that were made in the viewer; null for other objects. */
  measurementVersion: z.int().nullable(),
  createdOn: Instant,
  byteLength: z.int().nonnegative(),
  /** Set for a version of the report of the study. */
  report: z
    .object({
      version: z.int().positive(),
      fileName: z.string(),
      isForeign: z.boolean(),
      /** Whether its author has declared it final. */
      isVerified: z.boolean(),
      /**
       * Made while the study belonged to another patient, whose name it has, or for a case in which
       * the clinic named another animal.
       */
      isOfOtherPatient: z.boolean(),
      /** Set for the report of a radiologist: the case and the version that its PDF prints. */
      caseReport: CaseReportName.nullable(),
      username: z.string(),
    })
    .nullable(),
})
export type StudyDocument = z.output<typeof StudyDocument>

/** An entry of a structured report, in reading order. */
const ReportEntry = z.object({
  /** The number of headings above it. */
  depth: z.int().nonnegative(),
  type: z.enum(['heading', 'text', 'image', 'object', 'unknown']),
  name: z.string(),
  value: z.string(),
  /** Says more about the entry above: an observer, a method, a side. */
  isContext: z.boolean(),
  sopInstanceUid: z.string().optional(),
  frames: z.array(z.int()).optional(),
})
export type ReportEntry = z.output<typeof ReportEntry>

const WaveformChannel = z.object({
  name: z.string(),
  /** `mV` for every voltage. */
  unit: z.string(),
  /** A sample times the scale, plus the offset, is a value in the unit. */
  scale: z.number(),
  offset: z.number(),
  /** Null if the device marked the sample as missing. */
  samples: z.array(z.number().nullable()),
})
/** Channels that were recorded together. */
const WaveformGroup = z.object({
  label: z.string(),
  samplesPerSecond: z.number().positive(),
  channels: z.array(WaveformChannel),
})
export type WaveformGroup = z.output<typeof WaveformGroup>

/** An object that a document refers to, if it is in the archive and in reach. */
const DocumentReference = z.object({
  sopInstanceUID: z.string(),
  id: ImageId,
  studyId: StudyId,
  bodyPart: z.string(),
  bodyPartView: z.string(),
  isImage: z.boolean(),
})
export type DocumentReference = z.output<typeof DocumentReference>

export const DocumentContent = z.object({
  kind: z.enum(documentKinds),
  title: z.string(),
  content: z.discriminatedUnion('form', [
    z.object({
      form: z.literal('pdf'),
      /** It may run scripts or carry other files, so it is offered as a download only. */
      mayAct: z.boolean(),
    }),
    z.object({
      form: z.literal('report'),
      report: z.object({
        isComplete: z.boolean(),
        isVerified: z.boolean(),
        entries: z.array(ReportEntry),
        /** Deeper or further entries were left out. */
        isCut: z.boolean(),
      }),
    }),
    z.object({
      form: z.literal('waveforms'),
      waveforms: z.object({ groups: z.array(WaveformGroup), isCut: z.boolean() }),
    }),
    z.object({
      form: z.literal('presentation'),
      presentation: z.object({ description: z.string(), creator: z.string() }),
    }),
    z.object({ form: z.literal('none'), reason: z.enum(['not-pdf', 'damaged', 'not-shown']) }),
  ]),
  /** The number of objects that the document refers to, and those of them that are in reach. */
  referenceCount: z.int().nonnegative(),
  references: z.array(DocumentReference),
})
export type DocumentContent = z.output<typeof DocumentContent>

const byId = z.object({ id: ImageId })

export const documentRoutes = {
  ofStudy: defineRoute({
    method: 'GET',
    path: '/document',
    summary: 'The objects of a study that are no images: PDFs, reports, ECGs, presentation states',
    needs: 'study.read',
    clinic: 'reach',
    query: z.object({ studyId: StudyId }),
    response: z.array(StudyDocument),
  }),
  one: defineRoute({
    method: 'GET',
    path: '/document/:id',
    summary: 'The content of a document as far as a page can show it',
    needs: 'study.read',
    clinic: 'reach',
    params: byId,
    response: DocumentContent,
  }),
  createTicket: defineRoute({
    method: 'POST',
    path: '/document/:id/ticket',
    summary: 'Create a ticket that opens the PDF of a document once within a minute',
    needs: 'study.read',
    clinic: 'reach',
    params: byId,
    response: z.object({ ticket: z.string(), expiresOn: Instant }),
  }),
  opened: defineRoute({
    method: 'GET',
    path: '/document/ticket/:ticket',
    summary: 'The PDF of a ticket; a frame cannot send the token of a session',
    needs: 'nothing',
    clinic: 'none',
    params: z.object({ ticket: z.string().regex(/^[\w-]{43}$/u) }),
    query: z.object({ save: z.enum(['0', '1']).optional() }),
    produces: 'application/pdf',
  }),
}

import { z } from 'zod'
import { caseActions } from './case-transitions.ts'
import { CaseStatus } from './codes.ts'
import { imageFaults } from './enumerations.ts'
import { countedText, Instant, multilineText } from './fields.ts'
import {
  CaseId,
  CaseMessageId,
  ClinicId,
  CriticalFindingId,
  ImageId,
  StudyId,
  UserId,
} from './ids.ts'
import { limits } from './limits.ts'
import { CaseFile, CaseFindings, CriticalFinding, RadCase, UnfinishedFindings } from './rad-case.ts'
import { defineRoute } from './route.ts'

/** The unfinished texts of a radiologist. No other user ever sees them. */
export const CaseFindingsDraft = UnfinishedFindings.extend({
  /** Incremented by each save; 0 if nothing has been saved. */
  version: z.int().nonnegative(),
  savedOn: Instant.nullable(),
})
export type CaseFindingsDraft = z.output<typeof CaseFindingsDraft>

/**
 * A PDF of a version. A critical finding that was reported or acknowledged after the first one was
 * made gives the next revision, which shows it.
 */
const CaseReportFile = z.object({
  revision: z.int().positive(),
  sha256: z.string(),
  /** When the last critical finding was acknowledged, as this PDF states it; null while one waits. */
  acknowledgedOn: Instant.nullable(),
  createdOn: Instant,
})

/** A version of the report: 1 is the report itself, each further one an addendum. */
export const CaseReportVersion = CaseFindings.extend({
  version: z.int().positive(),
  /** The text of an addendum; empty for the report itself, whose texts never change. */
  addendum: z.string(),
  reason: z.string(),
  authorName: z.string(),
  createdOn: Instant,
  /** The PDFs of this version that are stored, the oldest first; none of them ever changes. */
  files: z.array(CaseReportFile),
})
export type CaseReportVersion = z.output<typeof CaseReportVersion>

export const caseMessageKinds = ['question', 'answer', 'message'] as const
export const CaseMessage = z.object({
  id: CaseMessageId,
  kind: z.enum(caseMessageKinds),
  isFromRadiologist: z.boolean(),
  authorId: UserId,
  authorName: z.string(),
  text: z.string(),
  createdOn: Instant,
})
export type CaseMessage = z.output<typeof CaseMessage>

export const CaseEvent = z.object({
  action: z.enum(caseActions),
  fromStatus: CaseStatus.nullable(),
  toStatus: CaseStatus,
  actorName: z.string(),
  /** The radiologist to whom the action gave the case; empty otherwise. */
  radiologistName: z.string(),
  note: z.string(),
  createdOn: Instant,
})
export type CaseEvent = z.output<typeof CaseEvent>

export const CaseImageFeedback = z.object({
  caseId: CaseId,
  imageId: ImageId,
  faults: z.array(z.enum(imageFaults)).max(imageFaults.length),
  radiologistName: z.string(),
  createdOn: Instant,
})
export type CaseImageFeedback = z.output<typeof CaseImageFeedback>

/** A user who has the case open: "open at rad1 since 14:02". */
export const CasePresence = z.object({ userId: UserId, name: z.string(), since: Instant })
export type CasePresence = z.output<typeof CasePresence>

/** A critical finding that waits for the clinic. */
const OpenCriticalFinding = CriticalFinding.pick({
  id: true,
  text: true,
  authorName: true,
  createdOn: true,
}).extend({
  caseId: CaseId,
  clinicId: ClinicId,
  patientName: z.string(),
  /** Number and name of the animal in the record, if the case names another one; else empty. */
  registeredAs: z.string(),
})

const ofCase = { clinic: 'cases', params: z.object({ id: CaseId }) } as const
const read = { ...ofCase, method: 'GET', needs: 'case.read' } as const
const change = { ...ofCase, method: 'POST', response: RadCase } as const
const reason = countedText(limits.caseReasonMax).pipe(z.string().trim().min(1, 'field/required'))
const message = multilineText(limits.caseMessageMax).pipe(z.string().min(1, 'field/required'))

/** The routes of a single case beyond those of the specification. */
export const caseWorkRoutes = {
  release: defineRoute({
    ...change,
    path: '/radcase/:id/release',
    summary: 'Give an assigned case back to all radiologists',
    needs: 'case.read',
    body: z.object({ reason: countedText(limits.caseReasonMax).default('') }),
  }),
  assign: defineRoute({
    ...change,
    path: '/radcase/:id/assign',
    summary: 'Give a case to a radiologist, also one that another radiologist has',
    needs: 'case.read',
    body: z.object({ radiologistId: UserId }),
  }),
  reopen: defineRoute({
    ...change,
    path: '/radcase/:id/reopen',
    summary: 'Offer a cancelled case again',
    needs: 'case.reopen',
    body: z.object({ reason }),
  }),
  draft: defineRoute({
    ...read,
    path: '/radcase/:id/findings',
    summary: 'The own unfinished texts about a case',
    needs: 'case.answer',
    response: CaseFindingsDraft,
  }),
  saveDraft: defineRoute({
    ...ofCase,
    method: 'PUT',
    path: '/radcase/:id/findings',
    summary: 'Save the own unfinished texts about a case; version 0 for new ones',
    needs: 'case.answer',
    body: UnfinishedFindings.extend({ version: z.int().nonnegative() }),
    response: z.object({ version: z.int().positive(), savedOn: Instant }),
  }),
  versions: defineRoute({
    ...read,
    path: '/radcase/:id/versions',
    summary: 'The report of a case and its addenda, in order',
    response: z.array(CaseReportVersion),
  }),
  addAddendum: defineRoute({
    ...change,
    path: '/radcase/:id/addendum',
    summary: 'Add an addendum to the report; the report stays as it is',
    needs: 'case.answer',
    body: z.object({
      text: countedText(limits.findingsMax).pipe(z.string().trim().min(1, 'field/required')),
      reason,
      signature: CaseFindings.shape.signature,
      /** The version of the report on which it is based; a repeated request is refused. */
      reportVersion: z.int().positive(),
    }),
  }),
  thread: defineRoute({
    ...read,
    path: '/radcase/:id/messages',
    summary: 'Questions, answers and messages about a case, in order',
    response: z.array(CaseMessage),
  }),
  writeMessage: defineRoute({
    ...ofCase,
    method: 'POST',
    path: '/radcase/:id/messages',
    summary: 'Write to the other side, also after the report',
    needs: 'case.read',
    body: z.object({ text: message }),
    response: CaseMessage,
  }),
  history: defineRoute({
    ...read,
    path: '/radcase/:id/history',
    summary: 'Everything that was done with a case, in order',
    response: z.array(CaseEvent),
  }),
  loss: defineRoute({
    ...read,
    path: '/radcase/:id/loss',
    summary: 'How the case left the radiologist who asks, also if they cannot open it any more',
    needs: 'case.answer',
    response: CaseEvent,
  }),
  reportCritical: defineRoute({
    ...change,
    path: '/radcase/:id/critical',
    summary: 'Report a further critical finding, which the clinic must acknowledge',
    needs: 'case.answer',
    body: z.object({ text: message }),
  }),
  acknowledge: defineRoute({
    ...change,
    path: '/radcase/:id/critical/:findingId/acknowledge',
    summary: 'Acknowledge one critical finding',
    params: z.object({ id: CaseId, findingId: CriticalFindingId }),
    needs: 'case.create',
  }),
  unacknowledged: defineRoute({
    method: 'GET',
    path: '/radcase/cases/critical',
    summary: 'The critical findings that the clinic has not acknowledged',
    needs: 'case.create',
    clinic: 'reach',
    response: z.array(OpenCriticalFinding),
  }),
  feedback: defineRoute({
    ...read,
    path: '/radcase/:id/feedback',
    summary: 'What the radiologist says about the quality of the images',
    response: z.array(CaseImageFeedback),
  }),
  feedbackOfStudy: defineRoute({
    method: 'GET',
    path: '/radcase/feedback/:studyId',
    summary: 'What radiologists say about the quality of the images of a study',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ studyId: StudyId }),
    response: z.array(CaseImageFeedback),
  }),
  rateImage: defineRoute({
    ...ofCase,
    method: 'PUT',
    path: '/radcase/:id/feedback/:imageId',
    summary: 'Rate an image of a case; no faults means a good image',
    needs: 'case.answer',
    params: z.object({ id: CaseId, imageId: ImageId }),
    body: CaseImageFeedback.pick({ faults: true }),
    response: CaseImageFeedback,
  }),
  addImages: defineRoute({
    ...ofCase,
    method: 'POST',
    path: '/radcase/:id/images',
    summary: 'Attach images and documents of this or an earlier study of the patient',
    needs: 'case.create',
    body: z.object({ imageIds: z.array(ImageId).min(1).max(limits.caseImagesMax) }),
    response: z.array(CaseFile),
  }),
  markAsTest: defineRoute({
    ...change,
    method: 'PUT',
    path: '/radcase/:id/test',
    summary: 'Mark a case as a test, which statistics and invoices leave out',
    needs: 'case.read',
    body: z.object({ isTest: z.boolean() }),
  }),
  /** Returns the other users who have the case open. */
  openPage: defineRoute({
    ...ofCase,
    method: 'PUT',
    path: '/radcase/:id/presence',
    summary: 'Say that this user has the case open, again every 20 seconds',
    needs: 'case.read',
    keepsExpiry: true,
    response: z.array(CasePresence),
  }),
  closePage: defineRoute({
    ...ofCase,
    method: 'DELETE',
    path: '/radcase/:id/presence',
    summary: 'Say that this user has closed the case',
    needs: 'case.read',
    keepsExpiry: true,
  }),
}

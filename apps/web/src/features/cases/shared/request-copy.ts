import type { StudyId } from '@talus/contract'
import { z } from 'zod'
import { createTextCopy } from './text-copy.ts'

export const requestKind = 'request'

const RequestCopy = z.object({
  /** Names the request in the question at Log Out. */
  patientName: z.string(),
  /** The fields of Create Case that the user has changed. */
  edits: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** The chosen files. The browser keeps their names only. */
  fileNames: z.array(z.string()),
  /** Sent with each attempt, so that a lost answer makes no second case. */
  key: z.string(),
  /** The form was sent once, and the answer did not arrive. */
  isAttempted: z.boolean(),
})
export type RequestCopy = z.output<typeof RequestCopy>

/** The copy of an unsent Create Case in this browser. */
export const createRequestCopy = (userId: number, studyId: StudyId) =>
  createTextCopy(userId, studyId, requestKind, RequestCopy)

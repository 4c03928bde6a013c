import { z } from 'zod'
import { Instant } from './fields.ts'
import { ClinicId, DicomSendId, DicomServerId, ImageId, StudyId } from './ids.ts'
import { createPageSchema, createPageQuery } from './paging.ts'
import { defineRoute } from './route.ts'

/**
 * `waiting`: queued, or waiting for the next retry. `failed`: given up; a user can retry it.
 * `cancelled`: cancelled by a user.
 */
export const sendStates = ['waiting', 'sending', 'sent', 'failed', 'cancelled'] as const
export type SendState = (typeof sendStates)[number]

/** An image in the send queue of a DICOM server. */
export const DicomSend = z.object({
  id: DicomSendId,
  clinicId: ClinicId,
  dicomServerId: DicomServerId,
  serverName: z.string(),
  imageId: ImageId,
  studyId: StudyId,
  patientName: z.string(),
  bodyPart: z.string(),
  bodyPartView: z.string(),
  state: z.enum(sendStates),
  isAutomatic: z.boolean(),
  attempts: z.int().nonnegative(),
  /** The error of the last attempt, in the user's language. */
  error: z.string().nullable(),
  createdOn: Instant,
  nextTryOn: Instant.nullable(),
  finishedOn: Instant.nullable(),
  user: z.string(),
})
export type DicomSend = z.output<typeof DicomSend>

const sendIds = z.object({ ids: z.array(DicomSendId).min(1, 'field/required').max(10_000) })

export const dicomSendRoutes = {
  page: defineRoute({
    method: 'GET',
    path: '/dicomServer/queue',
    summary: 'The send queue of the DICOM servers, including finished sends',
    needs: 'image.dicom-forms',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({
      ClinicId: ClinicId.optional(),
      dicomServerId: DicomServerId.optional(),
      /** `open` means every state except sent and cancelled. */
      state: z.enum(['open', ...sendStates]).optional(),
      ...createPageQuery(['createdOn', 'state', 'server', 'patientName', 'attempts']),
      desc: z.enum(['0', '1']).default('1'),
    }),
    response: createPageSchema(DicomSend),
  }),
  some: defineRoute({
    method: 'POST',
    path: '/dicomServer/queue/some',
    summary: 'The state of these sends',
    needs: 'image.dicom-forms',
    clinic: 'reach',
    body: sendIds,
    response: z.array(DicomSend),
  }),
  retry: defineRoute({
    method: 'POST',
    path: '/dicomServer/queue/retry',
    summary: 'Retry these sends now',
    needs: 'image.dicom-forms',
    clinic: 'reach',
    body: sendIds,
  }),
  cancel: defineRoute({
    method: 'POST',
    path: '/dicomServer/queue/cancel',
    summary: 'Cancel these sends',
    needs: 'image.dicom-forms',
    clinic: 'reach',
    body: sendIds,
  }),
}

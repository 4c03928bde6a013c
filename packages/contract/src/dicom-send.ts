import { z } from 'zod'
import { Instant } from './fields.ts'
import { ClinicId, DicomSendId, DicomServerId, ImageId, StudyId } from './ids.ts'
import { pageOf, pageQuery } from './paging.ts'
import { route } from './route.ts'

/**
 * `waiting` is for its turn or for the next try, `failed` has been given up and can be tried again
 * by hand, `cancelled` was called off by somebody.
 */
export const sendStates = ['waiting', 'sending', 'sent', 'failed', 'cancelled'] as const
export type SendState = (typeof sendStates)[number]

/** An image on its way to a DICOM server. */
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
  /** What the last try ran into, in the reader's language. */
  error: z.string().nullable(),
  createdOn: Instant,
  nextTryOn: Instant.nullable(),
  finishedOn: Instant.nullable(),
  user: z.string(),
})
export type DicomSend = z.output<typeof DicomSend>

const chosen = z.object({ ids: z.array(DicomSendId).min(1, 'field/required').max(10_000) })

export const dicomSendRoutes = {
  page: route({
    method: 'GET',
    path: '/dicomServer/queue',
    summary: 'Images on their way to DICOM servers, and what became of them',
    needs: 'image.dicom-forms',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({
      ClinicId: ClinicId.optional(),
      dicomServerId: DicomServerId.optional(),
      /** `open` is all that is neither sent nor cancelled. */
      state: z.enum(['open', ...sendStates]).optional(),
      ...pageQuery(['createdOn', 'state', 'server', 'patientName', 'attempts']),
      desc: z.enum(['0', '1']).default('1'),
    }),
    response: pageOf(DicomSend),
  }),
  some: route({
    method: 'POST',
    path: '/dicomServer/queue/some',
    summary: 'How far these sends are',
    needs: 'image.dicom-forms',
    clinic: 'reach',
    body: chosen,
    response: z.array(DicomSend),
  }),
  retry: route({
    method: 'POST',
    path: '/dicomServer/queue/retry',
    summary: 'Try these sends again, now',
    needs: 'image.dicom-forms',
    clinic: 'reach',
    body: chosen,
  }),
  cancel: route({
    method: 'POST',
    path: '/dicomServer/queue/cancel',
    summary: 'Call these sends off',
    needs: 'image.dicom-forms',
    clinic: 'reach',
    body: chosen,
  }),
}

import { z } from 'zod'
import { ClinicId, DicomSendId, DicomServerId, ImageId } from './ids.ts'
import { route } from './route.ts'
import { AeTitle, requiredText } from './fields.ts'

export const DicomServer = z.object({
  id: DicomServerId,
  clinicId: ClinicId,
  serverName: z.string(),
  aeTitle: z.string(),
  host: z.string(),
  port: z.int(),
  /** Shown as "Local AE Title". */
  description: z.string(),
  autoSend: z.boolean(),
  tls: z.boolean(),
})
export type DicomServer = z.output<typeof DicomServer>

const requiredAeTitle = AeTitle.pipe(z.string().min(1, 'field/required'))
export const DicomServerDraft = z.object({
  clinicId: ClinicId.optional(),
  serverName: requiredText(),
  aeTitle: requiredAeTitle,
  host: requiredText(),
  port: z.coerce
    .number<number | string>()
    .int('field/port')
    .min(1, 'field/port')
    .max(65_535, 'field/port'),
  description: requiredAeTitle,
  autoSend: z.boolean().default(false),
  tls: z.boolean().default(false),
})
export const DicomServerChange = DicomServerDraft.extend({ id: DicomServerId })
/** The form as it stands, saved or not; with the id of the server it belongs to, if there is one. */
export const DicomServerTest = DicomServerDraft.extend({ id: DicomServerId.optional() })

const test = {
  method: 'POST',
  summary: 'Try the connection (C-ECHO)',
  needs: 'dicom-server.manage',
  clinic: { in: 'body', name: 'clinicId' },
  body: DicomServerTest,
} as const
/** What became of the images so far; what waits is tried again until it is sent or given up. */
export const SendOutcome = z.object({
  sent: z.int().nonnegative(),
  waiting: z.int().nonnegative(),
  sendIds: z.array(DicomSendId),
})
export type SendOutcome = z.output<typeof SendOutcome>

const send = {
  method: 'POST',
  clinic: 'reach',
  response: SendOutcome,
  body: z.object({
    imageIdList: z.array(ImageId).min(1, 'field/required').max(10_000),
    dicomServerId: DicomServerId,
  }),
} as const

export const dicomServerRoutes = {
  list: route({
    method: 'GET',
    path: '/dicomServer',
    summary: 'The DICOM servers of a clinic',
    needs: 'dicom-server.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: z.array(DicomServer),
  }),
  create: route({
    method: 'POST',
    path: '/dicomServer',
    summary: 'Add a DICOM server',
    needs: 'dicom-server.manage',
    clinic: { in: 'body', name: 'clinicId' },
    body: DicomServerDraft,
    response: DicomServer,
  }),
  update: route({
    method: 'PUT',
    path: '/dicomServer',
    summary: 'Change a DICOM server',
    needs: 'dicom-server.manage',
    clinic: 'reach',
    body: DicomServerChange,
    response: DicomServer,
  }),
  remove: route({
    method: 'DELETE',
    path: '/dicomServer/:id',
    summary: 'Delete a DICOM server',
    needs: 'dicom-server.manage',
    clinic: 'reach',
    params: z.object({ id: DicomServerId }),
  }),
  test: route({ ...test, path: '/dicomServer/test' }),
  testByOldPath: route({ ...test, path: '/dicomServer/send/test' }),
  send: route({
    ...send,
    path: '/dicomServer/send',
    summary: 'Send images to a DICOM server',
    needs: 'image.dicom-forms',
  }),
  sendAutomatically: route({
    ...send,
    path: '/dicomServer/send/auto',
    summary: 'Send images at the end of a capture',
    needs: 'study.capture',
  }),
}

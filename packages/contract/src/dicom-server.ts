import { z } from 'zod'
import { ClinicId, DicomSendId, DicomServerId, ImageId, StudyId } from './ids.ts'
import { ignoreRestOf } from './ignored-fields.ts'
import { defineRoute } from './route.ts'
import { AeTitle, Host, requiredText } from './fields.ts'

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
  /** Whether it gets the reports of measurements with the images. */
  sendReports: z.boolean(),
})
export type DicomServer = z.output<typeof DicomServer>

const requiredAeTitle = AeTitle.pipe(z.string().min(1, 'field/required'))
/** The specified client sends the id of a new server, too. */
export const DicomServerDraft = ignoreRestOf(
  DicomServer,
  z.object({
    clinicId: ClinicId.optional(),
    serverName: requiredText(),
    aeTitle: requiredAeTitle,
    host: Host,
    port: z.coerce
      .number<number | string>()
      .int('field/port')
      .min(1, 'field/port')
      .max(65_535, 'field/port'),
    description: requiredAeTitle,
    autoSend: z.boolean().default(false),
    tls: z.boolean().default(false),
    sendReports: z.boolean().default(false),
  }),
)
export const DicomServerChange = DicomServerDraft.extend({ id: DicomServerId })
/** The current content of the form, saved or not, with the id of the server if it exists. */
export const DicomServerTest = DicomServerDraft.extend({ id: DicomServerId.optional() })

const test = {
  method: 'POST',
  summary: 'Test the connection (C-ECHO)',
  needs: 'dicom-server.manage',
  clinic: { in: 'body', name: 'clinicId' },
  body: DicomServerTest,
} as const
/** The result so far; waiting images are retried until they are sent or given up. */
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
  list: defineRoute({
    method: 'GET',
    path: '/dicomServer',
    summary: 'The DICOM servers of a clinic',
    needs: 'dicom-server.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: z.array(DicomServer),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/dicomServer',
    summary: 'Add a DICOM server',
    needs: 'dicom-server.manage',
    clinic: { in: 'body', name: 'clinicId' },
    body: DicomServerDraft,
    response: DicomServer,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/dicomServer',
    summary: 'Change a DICOM server',
    needs: 'dicom-server.manage',
    clinic: 'reach',
    body: DicomServerChange,
    response: DicomServer,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/dicomServer/:id',
    summary: 'Delete a DICOM server',
    needs: 'dicom-server.manage',
    clinic: 'reach',
    params: z.object({ id: DicomServerId }),
  }),
  test: defineRoute({ ...test, path: '/dicomServer/test' }),
  testByOldPath: defineRoute({ ...test, path: '/dicomServer/send/test' }),
  send: defineRoute({
    ...send,
    path: '/dicomServer/send',
    summary: 'Send images to a DICOM server',
    needs: 'image.dicom-forms',
  }),
  sendAutomatically: defineRoute({
    ...send,
    path: '/dicomServer/send/auto',
    summary:
      'Send images at the end of a capture. With `studyId` the new images of the study go to every server of its clinic with automatic sending',
    needs: 'study.capture',
    body: z.union([send.body, z.object({ studyId: StudyId })]),
  }),
}

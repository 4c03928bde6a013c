import { z } from 'zod'
import { Instant, plainText } from './fields.ts'
import { ClinicId, UserId } from './ids.ts'
import { pageOf, pageQuery } from './paging.ts'
import { route } from './route.ts'

/** Everything that is written down: the thing, and what was done to it. */
export const auditActions = [
  'clinic.create',
  'clinic.update',
  'clinic.delete',
  'clinic.download',
  'user.create',
  'user.update',
  'user.permissions',
  'user.assign-clinics',
  'user.delete',
  'doctor.create',
  'doctor.update',
  'doctor.delete',
  'dicom-server.create',
  'dicom-server.update',
  'dicom-server.delete',
  'dicom-server.test',
  'email-config.create',
  'email-config.update',
  'email-config.test',
  'owner.update',
  'patient.update',
  'study.delete',
  'study.restore',
  'xray-log.download',
  'image.import',
  'image.capture',
  'image.assign',
  'image.annotate',
  'image.present',
  'image.reprocess',
  'image.reject',
  'image.download',
  'image.send',
  'image.email',
  'share.create',
  'share.open',
  'share.download',
  'share.revoke',
  'dicom-receiver.update',
  'dicom-receiver.query',
  'protocol.create',
  'protocol.update',
  'protocol.delete',
  'protocol.restore',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The things that actions are about, to narrow the trail by. */
export const auditKinds = [
  'clinic',
  'user',
  'doctor',
  'dicom-server',
  'email-config',
  'owner',
  'patient',
  'study',
  'xray-log',
  'image',
  'share',
  'dicom-receiver',
  'protocol',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** What stands in the place of a secret: that there is one, and nothing of it. */
export const auditSecret = '(set)'

/** Who changed what, when and from where; secrets are left out of before and after. */
export const AuditEvent = z.object({
  id: z.int(),
  at: Instant,
  userId: UserId.nullable(),
  username: z.string(),
  clinicId: ClinicId.nullable(),
  clinicName: z.string().nullable(),
  /** One of `auditActions`, or what another version of the product called it. */
  action: z.string(),
  entityId: z.int().nullable(),
  /** What the changed thing was called at the time. */
  subject: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  address: z.string(),
})
export type AuditEvent = z.output<typeof AuditEvent>

const filters = {
  ClinicId: ClinicId.optional(),
  userId: UserId.optional(),
  /** `user` for everything about users, `user.update` for one kind of change. */
  action: plainText(64).optional(),
  from: Instant.optional(),
  /** Not included. */
  to: Instant.optional(),
}

export const auditRoutes = {
  page: route({
    method: 'GET',
    path: '/audit',
    summary: 'The audit trail, page by page, newest first unless `sort` says otherwise',
    needs: 'audit.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({
      ...filters,
      ...pageQuery(['at', 'username', 'action', 'subject', 'clinic', 'address']),
      desc: z.enum(['0', '1']).default('1'),
    }),
    response: pageOf(AuditEvent),
  }),
  csv: route({
    method: 'GET',
    path: '/audit/csv',
    summary: 'The audit trail as a table for spreadsheets, newest first',
    needs: 'audit.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ...filters, search: plainText().default('') }),
    produces: 'text/csv',
  }),
}

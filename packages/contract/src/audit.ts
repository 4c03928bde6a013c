import { z } from 'zod'
import { Instant, plainText } from './fields.ts'
import { ClinicId, UserId } from './ids.ts'
import { createPageSchema, createPageQuery } from './paging.ts'
import { defineRoute } from './route.ts'

/** All audited actions: the kind of record, and the action. */
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
  'tray.decide',
  'tray.recover',
  'image.capture',
  'image.assign',
  'image.annotate',
  'image.present',
  'image.reprocess',
  'image.reject',
  'image.correct-restraint',
  'image.restore',
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
  'bridge.create',
  'bridge.update',
  'bridge.configure',
  'bridge.delete',
  'sensor.create',
  'sensor.update',
  'sensor.delete',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The kinds of records, by which the audit trail can be filtered. */
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
  'tray',
  'share',
  'dicom-receiver',
  'protocol',
  'bridge',
  'sensor',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** Replaces a secret: it shows only that there is one. */
export const auditSecret = '(set)'

/** A change: its user, time, client address and values; `before` and `after` contain no secrets. */
export const AuditEvent = z.object({
  id: z.int(),
  at: Instant,
  userId: UserId.nullable(),
  username: z.string(),
  clinicId: ClinicId.nullable(),
  clinicName: z.string().nullable(),
  /** One of `auditActions`, or an action of another version of the product. */
  action: z.string(),
  entityId: z.int().nullable(),
  /** The name of the changed record at the time. */
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
  /** Exclusive. */
  to: Instant.optional(),
}

export const auditRoutes = {
  page: defineRoute({
    method: 'GET',
    path: '/audit',
    summary: 'The audit trail, page by page, newest first unless `sort` says otherwise',
    needs: 'audit.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({
      ...filters,
      ...createPageQuery(['at', 'username', 'action', 'subject', 'clinic', 'address']),
      desc: z.enum(['0', '1']).default('1'),
    }),
    response: createPageSchema(AuditEvent),
  }),
  csv: defineRoute({
    method: 'GET',
    path: '/audit/csv',
    summary: 'The audit trail as a table for spreadsheets, newest first',
    needs: 'audit.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ...filters, search: plainText().default('') }),
    produces: 'text/csv',
  }),
}

import { z } from 'zod'
import { Instant, plainText } from './fields.ts'
import { ClinicId, UserId } from './ids.ts'
import { createLongPageSchema, createPageQuery } from './paging.ts'
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
  'user.reset-password',
  'session.sign-in',
  'session.failed',
  'session.sign-out',
  'session.refused',
  'user.request-reset',
  'user.reset-second-factor',
  'account.password',
  'account.end-session',
  'account.second-factor-on',
  'account.second-factor-off',
  'account.recovery-codes',
  'account.recovery-code-used',
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
  'owner.create',
  'owner.update',
  'owner.merge',
  'owner.undo-merge',
  'patient.create',
  'patient.update',
  'patient.merge',
  'patient.undo-merge',
  'patient.forget-number',
  'patient.move',
  'patient.undo-move',
  'study.create',
  'study.delete',
  'study.restore',
  'study.move',
  'study.undo-move',
  'xray-log.download',
  'image.import',
  'tray.decide',
  'tray.recover',
  'image.receive',
  'image.retrieve',
  'image.capture',
  'image.assign',
  'image.annotate',
  'image.present',
  'image.change-drawing',
  'image.delete-drawing',
  'image.restore-drawing',
  'study.report-measurements',
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
  'dicom-device.create',
  'dicom-device.update',
  'dicom-device.delete',
  'service-account.create',
  'service-account.update',
  'service-account.revoke',
  'service-account.refused',
  // Recorded by earlier versions.
  'dicom-receiver.query',
  'dicom-receiver.search',
  'protocol.create',
  'protocol.update',
  'protocol.delete',
  'protocol.restore',
  'hanging-protocol.save',
  'hanging-protocol.reset',
  'bridge.create',
  'bridge.update',
  'bridge.configure',
  'bridge.delete',
  'sensor.create',
  'sensor.update',
  'sensor.delete',
  'sensor.arm',
  'generator.set',
  'generator.power',
  'audit.expire',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The kinds of records, by which the audit trail can be filtered. */
export const auditKinds = [
  'clinic',
  'user',
  'session',
  'account',
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
  'dicom-device',
  'service-account',
  'protocol',
  'hanging-protocol',
  'bridge',
  'sensor',
  'generator',
  'audit',
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

export const auditSorts = ['at', 'username', 'action', 'subject', 'clinic', 'address'] as const

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
      ...createPageQuery(auditSorts),
      desc: z.enum(['0', '1']).default('1'),
    }),
    response: createLongPageSchema(AuditEvent).extend({
      /** Only `at` if there are too many matches to sort them by another column. */
      sortedBy: z.enum(auditSorts),
      /** The owners that the details of these events name by their ids. */
      ownerNames: z.record(z.string(), z.string()),
    }),
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

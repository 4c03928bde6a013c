import { z } from 'zod'
import { Day, Instant, plainText } from './fields.ts'
import { ClinicId, UserId } from './ids.ts'
import { route } from './route.ts'

/** Who changed what, when and from where; secrets are left out of before and after. */
export const AuditEvent = z.object({
  id: z.int(),
  at: Instant,
  userId: UserId.nullable(),
  username: z.string(),
  clinicId: ClinicId.nullable(),
  /** `user.update`: the thing and what was done to it. */
  action: z.string(),
  entityId: z.int().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  address: z.string(),
})
export type AuditEvent = z.output<typeof AuditEvent>

const filters = {
  ClinicId: ClinicId.optional(),
  userId: UserId.optional(),
  action: plainText(64).optional(),
  from: Day.optional(),
  to: Day.optional(),
}

export const auditRoutes = {
  list: route({
    method: 'GET',
    path: '/audit',
    summary: 'The audit trail, newest first; `before` is the id to go on from',
    needs: 'audit.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({
      ...filters,
      before: z.coerce.number<number | string>().int().positive().optional(),
      limit: z.coerce.number<number | string>().int().min(1).max(200).default(50),
    }),
    response: z.array(AuditEvent),
  }),
}

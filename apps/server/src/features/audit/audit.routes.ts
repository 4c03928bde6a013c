import { Readable } from 'node:stream'
import { byteOrderMark, formatCsvLine, OwnerId, routes } from '@talus/contract'
import type { Mount, MountRaw } from '../../http/mount.ts'
import * as audit from './audit.queries.ts'
import type { AuditEventRow } from './audit.queries.ts'
import { stripHidden } from './audit.service.ts'

const columns = [
  'at',
  'username',
  'action',
  'subject',
  'entityId',
  'clinicName',
  'address',
  'before',
  'after',
] as const

const asText = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'number'
    ? value
    : JSON.stringify(value)

async function* formatLines(events: AsyncIterable<AuditEventRow>) {
  yield byteOrderMark + formatCsvLine(columns)
  for await (const event of events) {
    const visible = stripHidden(event)
    yield formatCsvLine(columns.map((column) => asText(visible[column])))
  }
}

const listOwnerIds = (events: readonly Pick<AuditEventRow, 'before' | 'after'>[]) =>
  [...new Set(events.flatMap(({ before, after }) => [before?.['ownerId'], after?.['ownerId']]))]
    .map((id) => OwnerId.safeParse(id).data)
    .filter((id) => id !== undefined)

export function auditRoutes(mount: Mount, mountRaw: MountRaw) {
  mount(routes.audit.page, async ({ db, query }) => {
    const { rows, ...found } = await audit.page(db, query)
    const ownerNames = await audit.findOwnerNames(db, listOwnerIds(rows))
    return { rows: rows.map(stripHidden), ...found, ownerNames }
  })

  mountRaw(routes.audit.csv, async ({ db, query }, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .send(Readable.from(formatLines(audit.streamEvents(db, query)))),
  )
}

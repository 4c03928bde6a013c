import { Readable } from 'node:stream'
import { routes } from '@talus/contract'
import { byteOrderMark, csvLine } from '../../http/csv.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import * as audit from './audit.queries.ts'
import type { ToldEvent } from './audit.queries.ts'
import { readable } from './audit.service.ts'

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

async function* lines(events: AsyncIterable<ToldEvent>) {
  yield byteOrderMark + csvLine(columns)
  for await (const event of events) {
    const told = readable(event)
    yield csvLine(columns.map((column) => asText(told[column])))
  }
}

export function auditRoutes(mount: Mount, mountRaw: MountRaw) {
  mount(routes.audit.page, async ({ db, query }) => {
    const { rows, total } = await audit.page(db, query)
    return { rows: rows.map(readable), total }
  })

  mountRaw(routes.audit.csv, async ({ db, query }, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .send(Readable.from(lines(audit.everything(db, query)))),
  )
}

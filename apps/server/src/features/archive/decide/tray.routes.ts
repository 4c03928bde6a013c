import { refuse, routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { formatAttachmentHeader } from '../../../http/attachment.ts'
import type { Mount, MountRaw } from '../../../http/mount.ts'
import type { GetJpeg } from '../../images/index.ts'
import { countWaiting } from '../tray/tray.queries.ts'
import { decide } from './decide.service.ts'
import type { DecideDeps } from './decide.service.ts'
import { recoverEntries } from './discard.ts'
import { listDifferences } from './tray-differences.ts'
import { openTrayFile } from './download-file.ts'
import * as entries from './tray-entries.queries.ts'
import { listGroups } from './tray-groups.ts'
import { undoDecision } from './undo/undo-decision.service.ts'

export interface TrayDeps extends DecideDeps {
  readonly clock: Clock
  readonly getJpeg: GetJpeg
}

const previewEdge = 512

export function trayRoutes(mount: Mount, mountRaw: MountRaw, deps: TrayDeps) {
  const { clock, getJpeg } = deps
  mount(routes.tray.count, async ({ db, clinicId }) => ({
    waiting: await countWaiting(clinicId === null ? db : db.within(clinicId)),
  }))

  mount(routes.tray.list, ({ db, clinicId, query }) =>
    listGroups(clinicId === null ? db : db.within(clinicId), query.state, clock()),
  )

  mountRaw(routes.tray.jpeg, async ({ db, params, query }, reply) => {
    const [entry] = await entries.findEntries(db, [params.id])
    if (!entry || entry.isFileRemoved) refuse('record/not-found')
    const jpeg = await getJpeg(entry, query.size ?? previewEdge)
    return reply
      .type('image/jpeg')
      .headers({ 'cache-control': 'private, no-cache', vary: 'authorization' })
      .send(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength))
  })

  mountRaw(routes.tray.file, async ({ db, actor, address, params }, reply) => {
    const file = await openTrayFile(deps, { db, actor, address, clock }, params.id)
    return reply
      .type('application/dicom')
      .headers({
        'cache-control': 'no-store',
        'content-disposition': formatAttachmentHeader(file.fileName),
        'content-length': file.byteLength,
        'x-content-type-options': 'nosniff',
      })
      .send(file.stream)
  })

  mount(routes.tray.differences, ({ db, params }) => listDifferences(deps, db, params.id))

  mount(routes.tray.decide, ({ db, actor, address, body }) =>
    decide(deps, { db, actor, address, clock }, body),
  )

  mount(routes.tray.undo, ({ db, actor, address, body }) =>
    undoDecision(deps, { db, actor, address, clock }, body),
  )

  mount(routes.tray.recover, ({ db, actor, address, body }) =>
    recoverEntries({ db, actor, address, clock }, body.entryIds),
  )
}

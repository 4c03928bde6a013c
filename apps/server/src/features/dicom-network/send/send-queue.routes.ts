import { routes } from '@talus/contract'
import type { DicomSend, Language } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import type { Mount } from '../../../http/mount.ts'
import { formatRefusal } from '../../../http/translations.ts'
import type { MeasurementReports } from '../../viewer-state/index.ts'
import * as pages from './send-page.queries.ts'
import type { SendRow } from './send-page.queries.ts'
import * as service from './send-queue.service.ts'
import type { SendWorker } from './send-worker.ts'

export interface SendRouteDeps {
  readonly clock: Clock
  readonly log: Logger
  /** The measurements of the studies are sent with their images. */
  readonly reports: MeasurementReports
  readonly worker: Pick<SendWorker, 'wake' | 'stopping'>
}

/** Short, because a user waits at the screen. */
const firstTryMs = 20_000

const toDicomSend = (
  { errorCode, errorValues, ...row }: SendRow,
  language: Language,
): DicomSend => ({
  ...row,
  // While an image is being sent, the column holds the end of the claim.
  nextTryOn: row.state === 'waiting' ? row.nextTryOn : null,
  error: errorCode && formatRefusal(language, errorCode, errorValues ?? {}),
})

export function dicomSendRoutes(mount: Mount, deps: SendRouteDeps) {
  const sendDeps = { ...deps, firstTryMs }
  mount(routes.dicomServer.send, ({ db, actor, address, body }) =>
    service.send({ ...sendDeps, db, actor, address }, body),
  )
  mount(routes.dicomServer.sendAutomatically, ({ db, actor, address, body }) =>
    service.sendAutomatically({ ...sendDeps, db, actor, address }, body),
  )
  mount(routes.dicomSend.page, async ({ db, query, language }) => {
    const { rows, total } = await pages.page(db, query)
    return { rows: rows.map((row) => toDicomSend(row, language)), total }
  })
  mount(routes.dicomSend.some, async ({ db, body, language }) =>
    (await pages.listByIds(db, body.ids)).map((row) => toDicomSend(row, language)),
  )
  mount(routes.dicomSend.retry, ({ db, actor, address, body }) =>
    service.retry({ ...sendDeps, db, actor, address }, body.ids),
  )
  mount(routes.dicomSend.cancel, ({ db, actor, address, body }) =>
    service.cancel({ ...sendDeps, db, actor, address }, body.ids),
  )
}

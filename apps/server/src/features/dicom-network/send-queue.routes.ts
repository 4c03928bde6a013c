import { routes } from '@talus/contract'
import type { DicomSend, Language } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import { refusalText } from '../../http/words.ts'
import * as pages from './send-page.queries.ts'
import type { SendRow } from './send-page.queries.ts'
import * as service from './send-queue.service.ts'
import type { SendWorker } from './send-worker.ts'

export interface SendRouteDeps {
  readonly clock: () => Date
  readonly worker: Pick<SendWorker, 'wake' | 'stopping'>
}

/** Somebody looks at the screen meanwhile. */
const firstTryMs = 20_000

const told = ({ errorCode, errorValues, ...row }: SendRow, language: Language): DicomSend => ({
  ...row,
  // Of one that is on its way it is the end of the claim.
  nextTryOn: row.state === 'waiting' ? row.nextTryOn : null,
  error: errorCode && refusalText(language, errorCode, errorValues ?? {}),
})

export function dicomSendRoutes(mount: Mount, deps: SendRouteDeps) {
  const given = { ...deps, firstTryMs }
  mount(routes.dicomServer.send, ({ db, actor, address, body }) =>
    service.send({ ...given, db, actor, address }, body),
  )
  mount(routes.dicomServer.sendAutomatically, ({ db, actor, address, body }) =>
    service.sendAutomatically({ ...given, db, actor, address }, body),
  )
  mount(routes.dicomSend.page, async ({ db, query, language }) => {
    const { rows, total } = await pages.page(db, query)
    return { rows: rows.map((row) => told(row, language)), total }
  })
  mount(routes.dicomSend.some, async ({ db, body, language }) =>
    (await pages.some(db, body.ids)).map((row) => told(row, language)),
  )
  mount(routes.dicomSend.retry, ({ db, actor, address, body }) =>
    service.retry({ ...given, db, actor, address }, body.ids),
  )
  mount(routes.dicomSend.cancel, ({ db, actor, address, body }) =>
    service.cancel({ ...given, db, actor, address }, body.ids),
  )
}

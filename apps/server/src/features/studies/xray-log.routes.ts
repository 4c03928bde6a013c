import { Readable } from 'node:stream'
import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { formatAttachmentHeader } from '../../http/attachment.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import * as service from './xray-log.service.ts'

export interface XrayLogDeps {
  readonly clock: Clock
}

export function xrayLogRoutes(mount: Mount, mountRaw: MountRaw, { clock }: XrayLogDeps) {
  mount(routes.study.xrayLogPreview, ({ db, params, query, language }) =>
    service.preview(db, { ...params, tags: query.tags, language }),
  )

  mountRaw(routes.study.xrayLog, async ({ db, actor, address, params, query, language }, reply) => {
    const logParams = { ...params, tags: query.tags, language }
    const { fileName, csv } = await service.download({ db, actor, address, clock }, logParams)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', formatAttachmentHeader(fileName))
      .send(Readable.from(csv))
  })
}

import { Readable } from 'node:stream'
import { routes } from '@talus/contract'
import { attachment } from '../../http/attachment.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import * as service from './xray-log.service.ts'

export interface XrayLogDeps {
  readonly clock: () => Date
}

export function xrayLogRoutes(mount: Mount, mountRaw: MountRaw, { clock }: XrayLogDeps) {
  mount(routes.study.xrayLogPreview, ({ db, params, query, language }) =>
    service.preview(db, { ...params, tags: query.tags, language }),
  )

  mountRaw(routes.study.xrayLog, async ({ db, actor, address, params, query, language }, reply) => {
    const asked = { ...params, tags: query.tags, language }
    const { fileName, csv } = await service.download({ db, actor, address, clock }, asked)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachment(fileName))
      .send(Readable.from(csv))
  })
}

import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount, MountRaw } from '../../../http/mount.ts'
import * as service from './presets.service.ts'
import { reprocess } from './reprocess.service.ts'
import type { ReprocessDeps } from './reprocess.service.ts'

export function presetRoutes(
  mount: Mount,
  mountRaw: MountRaw,
  deps: ReprocessDeps & { readonly clock: Clock },
) {
  const { clock } = deps
  mount(routes.image.presets, ({ db, params, language }) =>
    service.list(deps, db, params.id, language),
  )
  mountRaw(routes.image.presetPreview, async ({ db, params }, reply) => {
    const jpeg = await service.renderPreview(deps, db, params.id, params.preset)
    return reply.type('image/jpeg').send(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength))
  })
  mount(routes.image.reprocess, ({ db, actor, address, params, body }) =>
    reprocess(deps, { db, actor, address, clock }, { id: params.id, preset: body.preset }),
  )
}

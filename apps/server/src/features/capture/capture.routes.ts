import { Image, routes } from '@talus/contract'
import type { Mount, MountRaw } from '../../http/mount.ts'
import type { Pictures } from '../../workers/index.ts'
import * as annotations from './plan/annotations.service.ts'
import { cancel, capture } from './exposure/capture.service.ts'
import { reject } from './rejects/rejection.service.ts'
import type { ImageTaking } from './take-images.ts'
import * as unassigned from './frames/unassigned.service.ts'

export function captureRoutes(
  mount: Mount,
  mountRaw: MountRaw,
  { taking, pictures }: { readonly taking: ImageTaking; readonly pictures: Pictures },
) {
  const { clock } = taking
  mount(routes.study.annotations, ({ db, params }) => annotations.list(db, params.id))
  mount(routes.study.addAnnotation, ({ db, actor, address, params, body }) =>
    annotations.add({ db, actor, address, clock }, params.id, body),
  )
  mount(routes.study.removeAnnotation, ({ db, actor, address, params }) =>
    annotations.remove({ db, actor, address, clock }, params.id, params.annotationId),
  )
  mount(routes.image.reject, ({ db, actor, address, body }) =>
    reject({ db, actor, address, clock }, body),
  )
  mountRaw(routes.image.capture, async ({ db, actor, address, body }, reply) => {
    const gone = new AbortController()
    reply.raw.once('close', () => reply.raw.writableFinished || gone.abort())
    const image = await capture(taking, { db, actor, address, gone: gone.signal }, body)
    return reply.send(Image.parse(image))
  })
  mount(routes.image.cancelCapture, ({ actor, body }) => cancel(taking, actor, body))
  mount(routes.image.unassigned, () => unassigned.list(taking))
  mountRaw(routes.image.unassignedPicture, async ({ params }, reply) =>
    reply
      .type('image/jpeg')
      .send(Buffer.from(await unassigned.picture(taking, pictures, params.frameId))),
  )
  mount(routes.image.assign, ({ db, actor, address, params, body }) =>
    unassigned.assign(taking, { db, actor, address }, params.frameId, body),
  )
}

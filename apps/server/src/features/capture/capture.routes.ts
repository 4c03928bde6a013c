import { Image, routes } from '@talus/contract'
import type { Mount, MountRaw } from '../../http/mount.ts'
import type { RenderPool } from '../../workers/index.ts'
import { hashToken } from '../auth/index.ts'
import * as annotations from './plan/annotations.service.ts'
import { cancelCapture, captureImage, enterTechnique } from './exposure/capture-image.service.ts'
import { recordRejection, undoRejection } from './rejects/rejection.service.ts'
import type { Capture } from './capture-service.ts'
import * as unassigned from './recovery/unassigned.service.ts'

export function captureRoutes(
  mount: Mount,
  mountRaw: MountRaw,
  { capture, renderPool }: { readonly capture: Capture; readonly renderPool: RenderPool },
) {
  const { clock } = capture
  mount(routes.study.annotations, ({ db, params }) => annotations.list(db, params.id))
  mount(routes.study.addAnnotation, ({ db, actor, address, params, body }) =>
    annotations.add({ db, actor, address, clock }, params.id, body),
  )
  mount(routes.study.resizeAnnotation, ({ db, actor, address, params, body }) =>
    annotations.resize({ db, actor, address, clock }, params.id, params.annotationId, body),
  )
  mount(routes.study.removeAnnotation, ({ db, actor, address, params }) =>
    annotations.remove({ db, actor, address, clock }, params.id, params.annotationId),
  )
  mount(routes.image.reject, ({ db, actor, address, body }) =>
    recordRejection({ db, actor, address, clock }, body),
  )
  mount(routes.image.restore, ({ db, actor, address, body }) =>
    undoRejection({ db, actor, address, clock }, body.imageId),
  )
  mountRaw(
    routes.image.capture,
    async ({ db, actor, address, body, token = '' }, reply) => {
      const disconnect = new AbortController()
      reply.raw.once('close', () => reply.raw.writableFinished || disconnect.abort())
      const image = await captureImage(
        capture,
        { db, actor, address, session: hashToken(token), disconnected: disconnect.signal },
        body,
      )
      return reply.send(Image.parse(image))
    },
    // A sign-out or an expired session must not disarm a sensor whose exposure may be under way.
    { outlivesSession: true },
  )
  mount(routes.image.cancelCapture, ({ actor, body }) => cancelCapture(capture, actor, body))
  mount(routes.image.enterTechnique, ({ actor, body }) => enterTechnique(capture, actor, body))
  mount(routes.image.unassigned, ({ db }) => unassigned.list(capture, db.reach))
  mountRaw(routes.image.unassignedPicture, async ({ db, params }, reply) =>
    reply
      .type('image/jpeg')
      .send(
        Buffer.from(await unassigned.renderPreview(capture, renderPool, params.frameId, db.reach)),
      ),
  )
  mount(routes.image.assign, ({ db, actor, address, params, body }) =>
    unassigned.assign(capture, { db, actor, address }, params.frameId, body),
  )
}

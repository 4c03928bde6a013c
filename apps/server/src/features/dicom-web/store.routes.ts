import { Readable } from 'node:stream'
import { refuse, routes } from '@talus/contract'
import type { Actor } from '@talus/contract'
import type { FastifyReply } from 'fastify'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { bodyStream } from '../../http/body-stream.ts'
import type { MountRaw } from '../../http/mount.ts'
import type { Clock } from '../../jobs/define-job.ts'
import { record } from '../audit/index.ts'
import { acceptedOf, mediaTypeOf } from './accept.ts'
import { sendJson } from './answer.ts'
import { attributesJson } from './attributes-json.ts'
import { jsonType } from './media-types.ts'
import { checkedBoundary, partsIn } from './multipart-reader.ts'
import type { IncomingPart } from './multipart-reader.ts'
import { namedClinic, queryOf } from './query.ts'
import { storeParts } from './store.service.ts'
import type { StoreDeps } from './store.service.ts'

interface Given {
  readonly db: ClinicDb
  readonly actor: Actor
  readonly address: string
}

const event = { action: 'image.import', entityId: null, subject: 'DICOMweb' } as const

/** STOW-RS (PS3.18 10.5): instances come in. */
export function storeRoutes(mountRaw: MountRaw, deps: StoreDeps & { readonly clock: Clock }) {
  const store = async ({ db, actor, address }: Given, reply: FastifyReply, study?: string) => {
    const query = queryOf(reply.request.query)
    const type = jsonType(acceptedOf(reply.request.headers.accept, query.one('accept')))
    const clinicId = namedClinic(query) ?? actor.clinicId ?? refuse('clinic/of-user-not-found')
    const scope = db.within(clinicId)
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort(new Error('the sender has left')))
    const sender = { clinicId, userId: actor.id, signal: gone.signal, studyInstanceUID: study }
    const body = bodyStream(reply)
    let stored = 0
    let outcome
    try {
      const parts = incoming(body.lent(), reply.request.headers['content-type'] ?? '')
      outcome = await storeParts(deps, parts, sender, () => (stored += 1))
    } catch (error) {
      // The sender has left: nobody's fault, and nothing to report.
      if (gone.signal.aborted) refuse('server/unavailable')
      throw error
    } finally {
      body.leave()
      const change = { db: scope, actor, address, clock: deps.clock }
      if (stored > 0) await record(change, { ...event, clinicId, after: { images: stored } })
    }
    return sendJson(reply.code(outcome.status), type, attributesJson(outcome.attributes))
  }

  mountRaw(routes.dicomWeb.store, (call, reply) => store(call, reply))
  mountRaw(routes.dicomWeb.storeInStudy, (call, reply) => store(call, reply, call.params.study))
}

/** Many instances as parts, or one as the whole body. */
function incoming(
  bytes: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncIterable<IncomingPart> {
  const { type, parameters } = mediaTypeOf(contentType)
  if (type === 'application/dicom') return Readable.from([{ type, bytes }])
  if (type !== 'multipart/related') refuse('request/unsupported-type')
  const partType = parameters.get('type')?.toLowerCase() ?? 'application/dicom'
  if (partType !== 'application/dicom') refuse('request/unsupported-type')
  return partsIn(bytes, checkedBoundary(parameters.get('boundary')))
}

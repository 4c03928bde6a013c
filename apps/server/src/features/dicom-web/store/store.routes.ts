import { Readable } from 'node:stream'
import { limits, refuse, routes } from '@talus/contract'
import type { Actor } from '@talus/contract'
import type { FastifyReply } from 'fastify'
import type { Clock } from '@talus/node-kit/clock'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { openBodyStream } from '../../../http/body-stream.ts'
import { parseMediaType } from '../../../http/media-type.ts'
import type { MountRaw } from '../../../http/mount.ts'
import { checkBoundary, readMultipart } from '../../../http/multipart-reader.ts'
import { createImportNotes } from '../../audit/index.ts'
import type { StoredImage } from '../../audit/index.ts'
import { parseAccept } from '../accept.ts'
import { sendJson } from '../responses.ts'
import { toDicomJson } from '../attributes-json.ts'
import { chooseJsonType } from '../media-types.ts'
import { parseClinicId, parseQuery } from '../query.ts'
import { storeParts } from './store.service.ts'
import type { IncomingPart, StoreDeps } from './store.service.ts'

interface StoreCall {
  readonly db: ClinicDb
  readonly actor: Actor
  readonly address: string
}

const retrySeconds = 5

/** STOW-RS (PS3.18 10.5): stores instances. */
export function storeRoutes(mountRaw: MountRaw, deps: StoreDeps & { readonly clock: Clock }) {
  const store = async ({ db, actor, address }: StoreCall, reply: FastifyReply, study?: string) => {
    const query = parseQuery(reply.request.query)
    const type = chooseJsonType(parseAccept(reply.request.headers.accept, query.one('accept')))
    const clinicId = parseClinicId(query) ?? actor.clinicId ?? refuse('clinic/of-user-not-found')
    const scope = db.within(clinicId)
    const change = { db: scope, actor, address, clock: deps.clock }
    const counted = { parts: 0, isEnd: false }
    const isSingle = () => counted.isEnd && counted.parts === 1
    const notes = createImportNotes(change, { clinicId, subject: 'DICOMweb', isSingle })
    const disconnected = new AbortController()
    reply.raw.once('close', () => disconnected.abort(new Error('the sender has disconnected')))
    const sender = {
      clinicId,
      userId: actor.id,
      from: { kind: 'dicom-web', name: actor.username, address } as const,
      signal: disconnected.signal,
      studyInstanceUID: study,
      inTransaction: notes.inTransaction,
    }
    const body = openBodyStream(reply)
    const stored: StoredImage[] = []
    let outcome
    try {
      const parts = readBody(body.pooledBytes(), reply.request.headers['content-type'] ?? '')
      const onStored = (image: StoredImage) => void stored.push(image)
      outcome = await storeParts(deps, countParts(parts, counted), sender, onStored)
    } catch (error) {
      // The sender has disconnected: no error to report.
      if (disconnected.signal.aborted) refuse('server/unavailable')
      throw error
    } finally {
      body.discard()
      await notes.record(stored)
    }
    // The sender is not at fault and should try again.
    if (outcome.status >= 500) void reply.header('retry-after', String(retrySeconds))
    return sendJson(reply.code(outcome.status), type, toDicomJson(outcome.attributes))
  }

  mountRaw(routes.dicomWeb.store, (call, reply) => store(call, reply))
  mountRaw(routes.dicomWeb.storeInStudy, (call, reply) => store(call, reply, call.params.study))
}

/** Returns many instances as parts, or one as the whole body. */
function readBody(
  bytes: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncIterable<IncomingPart> {
  const { type, parameters } = parseMediaType(contentType)
  if (type === 'application/dicom') return Readable.from([{ type, bytes }])
  if (type !== 'multipart/related') refuse('request/unsupported-type')
  const partType = parameters.get('type')?.toLowerCase() ?? 'application/dicom'
  if (partType !== 'application/dicom') refuse('request/unsupported-type')
  return readParts(bytes, checkBoundary(parameters.get('boundary')))
}

async function* countParts(
  parts: AsyncIterable<IncomingPart>,
  counted: { parts: number; isEnd: boolean },
) {
  for await (const part of parts) {
    counted.parts += 1
    yield part
  }
  counted.isEnd = true
}

const multipartLimits = {
  parts: limits.importZipFiles,
  partBytes: limits.dicomBytes,
  bodyBytes: limits.importZipBytes,
}

/** PS3.18 8.6.1.2.1: a part without a type is text, which is no DICOM. */
async function* readParts(bytes: AsyncIterable<Uint8Array>, boundary: string) {
  for await (const part of readMultipart(bytes, boundary, multipartLimits))
    yield { type: parseMediaType(part.headers.get('content-type') ?? '').type, bytes: part.bytes }
}

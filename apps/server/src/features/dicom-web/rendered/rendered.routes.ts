import { routes } from '@talus/contract'
import { abortOnDisconnect } from '@talus/node-kit/abort-on-disconnect'
import type { FastifyReply } from 'fastify'
import type { MountRaw } from '../../../http/mount.ts'
import type { ReadLog } from '../../audit/index.ts'
import { renderVersion } from '../../images/index.ts'
import type { createThumbnails } from '../../images/index.ts'
import type { DicomResource } from '../resource-urls.ts'
import { createCacheHeaders, isCachedByClient, sendNotModified, sendParts } from '../responses.ts'
import { createEtag } from '../metadata-json.ts'
import { parseQuery } from '../query.ts'
import { recordRead } from '../record-read.ts'
import type { ReadCall } from '../record-read.ts'
import { chooseFormat, parseRendering } from './rendered-query.ts'
import { renderFrames, findReadable, findRenderable } from './rendered.service.ts'
import type { RenderedDeps } from './rendered.service.ts'
import { findRequested, parseFrameNumbers } from '../retrieve/retrieval.ts'

export interface RenderedRouteDeps extends RenderedDeps {
  readonly stopping: AbortSignal
  readonly readLog: ReadLog
  readonly getJpeg: ReturnType<typeof createThumbnails>['getJpeg']
}

const thumbnailEdge = 256
const damagedHeaders = {
  'cache-control': 'no-store',
  warning: '299 - "The first image cannot be read; another one is shown."',
} as const

/** Rendered images for clients that cannot show DICOM (PS3.18 10.4.1.1.3 and 10.4.1.1.5). */
export function renderedRoutes(mountRaw: MountRaw, deps: RenderedRouteDeps) {
  const { stopping, getJpeg, readLog } = deps

  const sendRendered = async (
    call: ReadCall,
    reply: FastifyReply,
    resource: DicomResource,
    list = '1',
  ) => {
    const { accepted, instances } = await findRequested(call.db, reply, resource)
    const rendering = parseRendering(parseQuery(reply.request.query), accepted)
    const instance = findRenderable(instances)
    const frames = parseFrameNumbers(list, instance)
    const tag = createEtag(
      [instance],
      'rendered',
      String(renderVersion),
      list,
      JSON.stringify(rendering),
    )
    if (isCachedByClient(reply, tag)) return sendNotModified(reply, tag)
    const signal = abortOnDisconnect(reply.raw, { stopping })
    recordRead(readLog, call, instance, [instance])
    const parts = renderFrames(deps, instance, frames, rendering, signal)
    const isMultipart = frames.length > 1
    const headers = createCacheHeaders(tag)
    return sendParts(reply, parts, { isMultipart, isLengthKnown: !isMultipart, headers, signal })
  }

  const sendThumbnail = async (call: ReadCall, reply: FastifyReply, resource: DicomResource) => {
    const { accepted, instances } = await findRequested(call.db, reply, resource)
    // Rendered once and stored, in one format.
    chooseFormat(accepted.filter(({ type }) => type !== 'image/png'))
    const first = findRenderable(instances)
    const tag = createEtag([first], 'thumbnail', String(renderVersion))
    if (isCachedByClient(reply, tag)) return sendNotModified(reply, tag)
    const shown = await findReadable(instances, (one) => getJpeg(one, thumbnailEdge))
    const { instance, result: jpeg } = shown
    recordRead(readLog, call, instance, [instance])
    // The picture of another instance is not kept: the first one may be repaired.
    const headers = instance === first ? createCacheHeaders(tag) : damagedHeaders
    return reply
      .type('image/jpeg')
      .headers(headers)
      .send(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength))
  }

  const { dicomWeb } = routes
  mountRaw(dicomWeb.renderedStudy, (call, reply) => sendRendered(call, reply, call.params))
  mountRaw(dicomWeb.renderedSeries, (call, reply) => sendRendered(call, reply, call.params))
  mountRaw(dicomWeb.rendered, (call, reply) => sendRendered(call, reply, call.params))
  mountRaw(dicomWeb.renderedFrames, (call, reply) =>
    sendRendered(call, reply, call.params, call.params.frames),
  )
  mountRaw(dicomWeb.studyThumbnail, (call, reply) => sendThumbnail(call, reply, call.params))
  mountRaw(dicomWeb.seriesThumbnail, (call, reply) => sendThumbnail(call, reply, call.params))
  mountRaw(dicomWeb.thumbnail, (call, reply) => sendThumbnail(call, reply, call.params))
}

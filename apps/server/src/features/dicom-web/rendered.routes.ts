import { routes } from '@talus/contract'
import type { FastifyReply } from 'fastify'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { MountRaw } from '../../http/mount.ts'
import type { pictureMaker } from '../images/index.ts'
import type { Place } from './addresses.ts'
import { cacheHeaders, isKnown, notModified, sendParts } from './answer.ts'
import type { Answers } from './answer.ts'
import { tagOf } from './metadata.ts'
import { queryOf } from './query.ts'
import { formatOf, renderingOf } from './rendered-query.ts'
import { renderedFrames, shownOf } from './rendered.service.ts'
import type { RenderedDeps } from './rendered.service.ts'
import { askedFor, frameNumbers } from './retrieval.ts'

export interface RenderedRouteDeps extends RenderedDeps {
  readonly answers: Answers
  readonly picture: ReturnType<typeof pictureMaker>['picture']
}

const thumbnailEdge = 256

/** Pictures for those who cannot show DICOM (PS3.18 10.4.1.1.3 and 10.4.1.1.5). */
export function renderedRoutes(mountRaw: MountRaw, deps: RenderedRouteDeps) {
  const { answers, picture } = deps

  const rendered = async (db: ClinicDb, reply: FastifyReply, place: Place, list = '1') => {
    const { accepted, instances } = await askedFor(db, reply, place)
    const rendering = renderingOf(queryOf(reply.request.query), accepted)
    const shown = shownOf(instances)
    const frames = frameNumbers(list, shown)
    const tag = tagOf([shown], 'rendered', list, JSON.stringify(rendering))
    if (isKnown(reply, tag)) return notModified(reply, tag)
    const signal = answers.begin(reply)
    const parts = renderedFrames(deps, shown, frames, rendering, signal)
    const isMultipart = frames.length > 1
    const headers = cacheHeaders(tag)
    return sendParts(reply, parts, { isMultipart, isLengthKnown: !isMultipart, headers, signal })
  }

  const thumbnail = async (db: ClinicDb, reply: FastifyReply, place: Place) => {
    const { accepted, instances } = await askedFor(db, reply, place)
    // Made once and kept, in one form.
    formatOf(accepted.filter(({ type }) => type !== 'image/png'))
    const shown = shownOf(instances)
    const tag = tagOf([shown], 'thumbnail')
    if (isKnown(reply, tag)) return notModified(reply, tag)
    const jpeg = await picture(shown, thumbnailEdge)
    return reply
      .type('image/jpeg')
      .headers(cacheHeaders(tag))
      .send(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength))
  }

  const { dicomWeb } = routes
  mountRaw(dicomWeb.renderedStudy, ({ db, params }, reply) => rendered(db, reply, params))
  mountRaw(dicomWeb.renderedSeries, ({ db, params }, reply) => rendered(db, reply, params))
  mountRaw(dicomWeb.rendered, ({ db, params }, reply) => rendered(db, reply, params))
  mountRaw(dicomWeb.renderedFrames, ({ db, params }, reply) =>
    rendered(db, reply, params, params.frames),
  )
  mountRaw(dicomWeb.studyThumbnail, ({ db, params }, reply) => thumbnail(db, reply, params))
  mountRaw(dicomWeb.seriesThumbnail, ({ db, params }, reply) => thumbnail(db, reply, params))
  mountRaw(dicomWeb.thumbnail, ({ db, params }, reply) => thumbnail(db, reply, params))
}

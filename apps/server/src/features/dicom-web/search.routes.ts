import { routes } from '@talus/contract'
import type { FastifyReply } from 'fastify'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { MountRaw } from '../../http/mount.ts'
import type { Level } from '../archive/index.ts'
import { acceptedOf } from './accept.ts'
import type { AddressOf, Place } from './addresses.ts'
import { sendJson } from './answer.ts'
import { jsonType } from './media-types.ts'
import { queryOf, scopeOf } from './query.ts'
import { searchQueryOf } from './search-query.ts'
import { find } from './search.service.ts'

/** QIDO-RS (PS3.18 10.6): what there is, at three levels. */
export function searchRoutes(mountRaw: MountRaw, { addressOf }: { readonly addressOf: AddressOf }) {
  const answer = async (
    db: ClinicDb,
    reply: FastifyReply,
    level: Level,
    place: Partial<Place> = {},
  ) => {
    const { request } = reply
    const query = queryOf(request.query)
    const type = jsonType(acceptedOf(request.headers.accept, query.one('accept')))
    const asked = searchQueryOf(query, level, place)
    const { texts, warnings } = await find(scopeOf(db, query), level, asked, place, addressOf)
    if (warnings.length > 0)
      void reply.header(
        'warning',
        warnings.map((warning) => `299 Talus "${asciiOnly(warning)}"`),
      )
    return sendJson(reply, type, `[${texts.join(',')}]`)
  }

  mountRaw(routes.dicomWeb.studies, ({ db }, reply) => answer(db, reply, 'STUDY'))
  mountRaw(routes.dicomWeb.series, ({ db }, reply) => answer(db, reply, 'SERIES'))
  mountRaw(routes.dicomWeb.instances, ({ db }, reply) => answer(db, reply, 'IMAGE'))
  mountRaw(routes.dicomWeb.seriesOfStudy, ({ db, params }, reply) =>
    answer(db, reply, 'SERIES', params),
  )
  mountRaw(routes.dicomWeb.instancesOfStudy, ({ db, params }, reply) =>
    answer(db, reply, 'IMAGE', params),
  )
  mountRaw(routes.dicomWeb.instancesOfSeries, ({ db, params }, reply) =>
    answer(db, reply, 'IMAGE', params),
  )
}

/** Names of attributes come from the question; nothing else of it gets into a header. */
const asciiOnly = (text: string) => text.replaceAll(/[^\w .,:()-]/gu, '')

import { pathOf, routes } from '@talus/contract'
import type { Route } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { Call, MountRaw } from '../../http/mount.ts'
import type { Level } from '../archive/index.ts'
import { acceptedOf } from './accept.ts'
import type { AddressOf, Place } from './addresses.ts'
import { sendJson } from './answer.ts'
import type { Elsewhere } from './elsewhere.ts'
import { jsonType } from './media-types.ts'
import { queryOf, scopeOf } from './query.ts'
import { searchQueryOf } from './search-query.ts'
import { find } from './search.service.ts'

export interface SearchDeps {
  readonly addressOf: AddressOf
  readonly elsewhere: Elsewhere | undefined
}

/** QIDO-RS (PS3.18 10.6): what there is, at three levels. */
export function searchRoutes(mountRaw: MountRaw, { addressOf, elsewhere }: SearchDeps) {
  const mount = <Definition extends Route & { readonly clinic: 'reach' }>(
    definition: Definition,
    level: Level,
    answer: (call: Call<Definition>) => { readonly db: ClinicDb; readonly place: Partial<Place> },
  ) => {
    mountRaw(definition, async (call, reply) => {
      const { db, place } = answer(call)
      const { request } = reply
      const query = queryOf(request.query)
      const type = jsonType(acceptedOf(request.headers.accept, query.one('accept')))
      const asked = searchQueryOf(query, level, place)
      const scope = scopeOf(db, query)
      const { texts, warnings } = await find(scope, level, asked, place, addressOf)
      if (texts.length === 0 && elsewhere?.mayBeAskedBy(db)) {
        const any = { ...asked, limit: 1, offset: 0 }
        const { texts: ours } = await find(scope, level, any, place, addressOf)
        if (ours.length === 0) return elsewhere.ask(reply, pathOf(definition, place), asked.words)
      }
      if (warnings.length > 0)
        void reply.header(
          'warning',
          warnings.map((warning) => `299 Talus "${asciiOnly(warning)}"`),
        )
      return sendJson(reply, type, `[${texts.join(',')}]`)
    })
  }

  const { dicomWeb } = routes
  mount(dicomWeb.studies, 'STUDY', ({ db }) => ({ db, place: {} }))
  mount(dicomWeb.series, 'SERIES', ({ db }) => ({ db, place: {} }))
  mount(dicomWeb.instances, 'IMAGE', ({ db }) => ({ db, place: {} }))
  mount(dicomWeb.seriesOfStudy, 'SERIES', ({ db, params }) => ({ db, place: params }))
  mount(dicomWeb.instancesOfStudy, 'IMAGE', ({ db, params }) => ({ db, place: params }))
  mount(dicomWeb.instancesOfSeries, 'IMAGE', ({ db, params }) => ({ db, place: params }))
}

/** Names of attributes come from the question; nothing else of it gets into a header. */
const asciiOnly = (text: string) => text.replaceAll(/[^\w .,:()-]/gu, '')

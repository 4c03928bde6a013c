import { buildPath, routes } from '@talus/contract'
import type { Route } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { Call } from '../../../http/admit.ts'
import type { MountRaw } from '../../../http/mount.ts'
import type { ReadLog } from '../../audit/index.ts'
import type { Level } from '../../archive/index.ts'
import { parseAccept } from '../accept.ts'
import type { BuildUrl, DicomResource } from '../resource-urls.ts'
import { sendJson } from '../responses.ts'
import type { DicomWebProxy } from '../proxy.ts'
import { chooseJsonType } from '../media-types.ts'
import { parseQuery, scopeToClinic } from '../query.ts'
import { recordSearch } from '../record-read.ts'
import { parseSearchQuery } from './search-query.ts'
import { findResources } from './search.service.ts'

export interface SearchDeps {
  readonly buildUrl: BuildUrl
  readonly proxy: DicomWebProxy | undefined
  readonly readLog: ReadLog
}

/** QIDO-RS (PS3.18 10.6): search at three levels. */
export function searchRoutes(mountRaw: MountRaw, { buildUrl, proxy, readLog }: SearchDeps) {
  const mount = <Definition extends Route & { readonly clinic: 'reach' }>(
    definition: Definition,
    level: Level,
    resolve: (call: Call<Definition>) => {
      readonly db: ClinicDb
      readonly resource: Partial<DicomResource>
    },
  ) => {
    mountRaw(definition, async (call, reply) => {
      const { db, resource } = resolve(call)
      const { request } = reply
      const query = parseQuery(request.query)
      const type = chooseJsonType(parseAccept(request.headers.accept, query.one('accept')))
      const searchQuery = parseSearchQuery(query, level, resource)
      const scope = scopeToClinic(db, query)
      recordSearch(readLog, call)
      const { texts, warnings } = await findResources(scope, level, searchQuery, resource, buildUrl)
      if (texts.length === 0 && proxy && (await proxy.isAllowedFor({ db, actor: call.actor }))) {
        const any = { ...searchQuery, limit: 1, offset: 0 }
        const { texts: ours } = await findResources(scope, level, any, resource, buildUrl)
        if (ours.length === 0)
          return proxy.forward(reply, buildPath(definition, resource), searchQuery.forwarded)
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
  mount(dicomWeb.studies, 'STUDY', ({ db }) => ({ db, resource: {} }))
  mount(dicomWeb.series, 'SERIES', ({ db }) => ({ db, resource: {} }))
  mount(dicomWeb.instances, 'IMAGE', ({ db }) => ({ db, resource: {} }))
  mount(dicomWeb.seriesOfStudy, 'SERIES', ({ db, params }) => ({ db, resource: params }))
  mount(dicomWeb.instancesOfStudy, 'IMAGE', ({ db, params }) => ({ db, resource: params }))
  mount(dicomWeb.instancesOfSeries, 'IMAGE', ({ db, params }) => ({ db, resource: params }))
}

/** Names of attributes come from the request; only these characters of it get into a header. */
const asciiOnly = (text: string) => text.replaceAll(/[^\w .,:()-]/gu, '')

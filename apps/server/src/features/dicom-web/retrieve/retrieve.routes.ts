import { routes } from '@talus/contract'
import type { MountRaw } from '../../../http/mount.ts'
import { createRetrieval } from './retrieval.ts'
import type { RetrieveDeps } from './retrieval.ts'

/** WADO-RS (PS3.18 10.4): files, attributes, frames and bulk data of stored instances. */
export function retrieveRoutes(mountRaw: MountRaw, deps: RetrieveDeps) {
  const { files, metadata, frames, bulkData } = createRetrieval(deps)
  const { dicomWeb } = routes

  mountRaw(dicomWeb.study, ({ db, params }, reply) => files(db, reply, params))
  mountRaw(dicomWeb.oneSeries, ({ db, params }, reply) => files(db, reply, params))
  mountRaw(dicomWeb.instance, ({ db, params }, reply) => files(db, reply, params))
  mountRaw(dicomWeb.studyMetadata, ({ db, params }, reply) => metadata(db, reply, params))
  mountRaw(dicomWeb.seriesMetadata, ({ db, params }, reply) => metadata(db, reply, params))
  mountRaw(dicomWeb.instanceMetadata, ({ db, params }, reply) => metadata(db, reply, params))
  mountRaw(dicomWeb.frames, ({ db, params }, reply) => frames(db, reply, params, params.frames))
  mountRaw(dicomWeb.bulkData, ({ db, params }, reply) => bulkData(db, reply, params, params.path))
}

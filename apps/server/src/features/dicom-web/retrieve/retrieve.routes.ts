import { routes } from '@talus/contract'
import type { MountRaw } from '../../../http/mount.ts'
import { createRetrieval } from './retrieval.ts'
import type { RetrieveDeps } from './retrieval.ts'

/** WADO-RS (PS3.18 10.4): files, attributes, frames and bulk data of stored instances. */
export function retrieveRoutes(mountRaw: MountRaw, deps: RetrieveDeps) {
  const { files, metadata, frames, bulkData } = createRetrieval(deps)
  const { dicomWeb } = routes

  mountRaw(dicomWeb.study, (call, reply) => files(call, reply, call.params))
  mountRaw(dicomWeb.oneSeries, (call, reply) => files(call, reply, call.params))
  mountRaw(dicomWeb.instance, (call, reply) => files(call, reply, call.params))
  mountRaw(dicomWeb.studyMetadata, (call, reply) => metadata(call, reply, call.params))
  mountRaw(dicomWeb.seriesMetadata, (call, reply) => metadata(call, reply, call.params))
  mountRaw(dicomWeb.instanceMetadata, (call, reply) => metadata(call, reply, call.params))
  mountRaw(dicomWeb.frames, (call, reply) => frames(call, reply, call.params, call.params.frames))
  mountRaw(dicomWeb.bulkData, (call, reply) => bulkData(call, reply, call.params, call.params.path))
}

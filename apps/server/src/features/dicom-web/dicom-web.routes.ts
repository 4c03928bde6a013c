import type { Variant } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { MountRaw } from '../../http/mount.ts'
import type { Archive } from '../archive/index.ts'
import type { ReadLog } from '../audit/index.ts'
import { createImageFiles, createThumbnails } from '../images/index.ts'
import type { RenderJpeg } from '../images/index.ts'
import { createUrlBuilder } from './resource-urls.ts'
import { createProxy, mountWithProxy } from './proxy.ts'
import type { FrameDeps } from './retrieve/frames.service.ts'
import type { MetadataDeps } from './retrieve/metadata.service.ts'
import { renderedRoutes } from './rendered/rendered.routes.ts'
import type { RenderedDeps } from './rendered/rendered.service.ts'
import { retrieveRoutes } from './retrieve/retrieve.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { storeRoutes } from './store/store.routes.ts'

export interface DicomWebDeps extends Omit<FrameDeps, 'verifiedFiles'>, MetadataDeps, RenderedDeps {
  readonly apiBase: string
  readonly variant: Variant
  readonly dicomWebProxyUrl: string | undefined
  readonly archive: Archive
  readonly clock: Clock
  readonly renderJpeg: RenderJpeg
  readonly readLog: ReadLog
}

/** DICOMweb (PS3.18), for other viewers and archives. */
export function dicomWebRoutes(mountRaw: MountRaw, options: DicomWebDeps) {
  const { apiBase, variant, dicomWebProxyUrl: url } = options
  const stopping = new AbortController()
  const { getJpeg, stop } = createThumbnails(options)
  const proxy =
    url === undefined
      ? undefined
      : createProxy({ url, variant, apiBase, stopping: stopping.signal })
  const deps = {
    ...options,
    stopping: stopping.signal,
    getJpeg,
    verifiedFiles: createImageFiles(options),
    proxy,
    buildUrl: createUrlBuilder(apiBase),
  }
  const mountRead = proxy ? mountWithProxy(mountRaw, proxy) : mountRaw
  searchRoutes(mountRaw, deps)
  retrieveRoutes(mountRead, deps)
  renderedRoutes(mountRead, deps)
  storeRoutes(mountRaw, deps)
  return {
    stop: () => {
      stopping.abort(new Error('the server stops'))
      stop()
    },
  }
}

import type { Variant } from '@talus/contract'
import type { MountRaw } from '../../http/mount.ts'
import type { Clock } from '../../jobs/define-job.ts'
import type { Archive } from '../archive/index.ts'
import { pictureMaker } from '../images/index.ts'
import type { RenderJpeg } from '../images/index.ts'
import { addressesBelow } from './addresses.ts'
import { Answers } from './answer.ts'
import { otherArchive, readsElsewhere } from './elsewhere.ts'
import type { FrameDeps } from './frames.service.ts'
import type { MetadataDeps } from './metadata.service.ts'
import { renderedRoutes } from './rendered.routes.ts'
import type { RenderedDeps } from './rendered.service.ts'
import { retrieveRoutes } from './retrieve.routes.ts'
import { searchRoutes } from './search.routes.ts'
import { storeRoutes } from './store.routes.ts'

export interface DicomWebDeps extends FrameDeps, MetadataDeps, RenderedDeps {
  readonly apiBase: string
  readonly variant: Variant
  readonly dicomWebProxyUrl: string | undefined
  readonly archive: Archive
  readonly clock: Clock
  readonly renderJpeg: RenderJpeg
}

/** DICOMweb (PS3.18): what other viewers and archives speak. */
export function dicomWebRoutes(mountRaw: MountRaw, given: DicomWebDeps) {
  const { apiBase, variant, dicomWebProxyUrl: url } = given
  const answers = new Answers()
  const { picture, stop } = pictureMaker(given)
  const elsewhere = url === undefined ? undefined : otherArchive({ url, variant, apiBase, answers })
  const deps = { ...given, answers, picture, elsewhere, addressOf: addressesBelow(apiBase) }
  const mountRead = elsewhere ? readsElsewhere(mountRaw, elsewhere) : mountRaw
  searchRoutes(mountRaw, deps)
  retrieveRoutes(mountRead, deps)
  renderedRoutes(mountRead, deps)
  storeRoutes(mountRaw, deps)
  return {
    stop: () => {
      answers.stop()
      stop()
    },
  }
}

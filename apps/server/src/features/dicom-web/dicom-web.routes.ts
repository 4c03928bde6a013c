import type { MountRaw } from '../../http/mount.ts'
import type { Clock } from '../../jobs/define-job.ts'
import type { Archive } from '../archive/index.ts'
import { pictureMaker } from '../images/index.ts'
import type { RenderJpeg } from '../images/index.ts'
import { addressesBelow } from './addresses.ts'
import { Answers } from './answer.ts'
import type { FrameDeps } from './frames.service.ts'
import type { MetadataDeps } from './metadata.service.ts'
import { renderedRoutes } from './rendered.routes.ts'
import type { RenderedDeps } from './rendered.service.ts'
import { retrieveRoutes } from './retrieve.routes.ts'
import { searchRoutes } from './search.routes.ts'
import { storeRoutes } from './store.routes.ts'

export interface DicomWebDeps extends FrameDeps, MetadataDeps, RenderedDeps {
  readonly apiBase: string
  readonly archive: Archive
  readonly clock: Clock
  readonly renderJpeg: RenderJpeg
}

/** DICOMweb (PS3.18): what other viewers and archives speak. */
export function dicomWebRoutes(mountRaw: MountRaw, { apiBase, ...given }: DicomWebDeps) {
  const answers = new Answers()
  const { picture, stop } = pictureMaker(given)
  const deps = { ...given, answers, picture, addressOf: addressesBelow(apiBase) }
  searchRoutes(mountRaw, deps)
  retrieveRoutes(mountRaw, deps)
  renderedRoutes(mountRaw, deps)
  storeRoutes(mountRaw, deps)
  return {
    stop: () => {
      answers.stop()
      stop()
    },
  }
}

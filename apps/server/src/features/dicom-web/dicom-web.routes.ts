import type { MountRaw } from '../../http/mount.ts'
import { addressesBelow } from './addresses.ts'
import { Answers } from './answer.ts'
import type { FrameDeps } from './frames.service.ts'
import type { MetadataDeps } from './metadata.service.ts'
import { retrieveRoutes } from './retrieve.routes.ts'
import { searchRoutes } from './search.routes.ts'

export interface DicomWebDeps extends FrameDeps, MetadataDeps {
  readonly apiBase: string
}

/** DICOMweb (PS3.18): what other viewers and archives speak. */
export function dicomWebRoutes(mountRaw: MountRaw, { apiBase, ...given }: DicomWebDeps) {
  const answers = new Answers()
  const deps = { ...given, answers, addressOf: addressesBelow(apiBase) }
  searchRoutes(mountRaw, deps)
  retrieveRoutes(mountRaw, deps)
  return { stop: () => answers.stop() }
}

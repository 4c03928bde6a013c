import { refuse } from '@talus/contract'
import type { FileStore } from '../../files/index.ts'
import type { Pictures } from '../../workers/index.ts'
import { lendWhole } from '../images/index.ts'
import { refuseFor } from './faults.ts'
import type { Instance } from './instances.queries.ts'
import { wholeContent } from './parts.ts'
import type { Part } from './parts.ts'
import type { Rendering } from './rendered-query.ts'

export interface RenderedDeps {
  readonly files: FileStore
  readonly pictures: Pick<Pictures, 'renderStored'>
}

/** A study or a series is shown by the first of it that can be. */
export const shownOf = (instances: readonly Instance[]): Instance =>
  instances.find(({ hasPixels }) => hasPixels) ?? refuse('web/not-acceptable')

/** Frames, which count from 1, as they are meant to be seen. */
export async function* renderedFrames(
  { files, pictures }: RenderedDeps,
  instance: Instance,
  frames: readonly number[],
  rendering: Rendering,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  for (const frame of frames) {
    const options = { ...rendering, frame: frame - 1, signal, sha256: instance.sha256 }
    try {
      const picture =
        (await pictures.renderStored(() => lendWhole(files, instance), options)) ??
        refuse('image/unreadable')
      yield { type: `image/${rendering.format}`, ...wholeContent(picture) }
    } catch (error) {
      refuseFor(error)
    }
  }
}

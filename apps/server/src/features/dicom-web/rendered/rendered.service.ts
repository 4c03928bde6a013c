import { Refusal, refuse } from '@talus/contract'
import type { RenderStored } from '../../images/index.ts'
import { refuseFor } from '../faults.ts'
import type { Instance } from '../instances.queries.ts'
import { toContent } from '../multipart-writer.ts'
import type { ResponsePart } from '../multipart-writer.ts'
import type { Rendering } from './rendered-query.ts'

export interface RenderedDeps {
  readonly renderStored: RenderStored
}

/** The first instance with pixel data represents a study or a series. */
export const findRenderable = (instances: readonly Instance[]): Instance =>
  instances.find(({ hasPixels }) => hasPixels) ?? refuse('web/not-acceptable')

/** A damaged or missing file must not hide the others: at most this many are tried. */
const triedMax = 8

/** The first instance of a study or a series whose file can be read, and what was read from it. */
export async function findReadable<Result>(
  instances: readonly Instance[],
  read: (instance: Instance) => Promise<Result>,
): Promise<{ readonly instance: Instance; readonly result: Result }> {
  let firstFault: unknown
  for (const instance of instances.filter(({ hasPixels }) => hasPixels).slice(0, triedMax))
    try {
      return { instance, result: await read(instance) }
    } catch (error) {
      if (!(error instanceof Refusal) || !unreadable.includes(error.code)) throw error
      firstFault ??= error
    }
  throw firstFault
}
const unreadable: readonly string[] = ['image/unreadable', 'image/missing']

/** Renders frames, numbered from 1, with their window. */
export async function* renderFrames(
  { renderStored }: RenderedDeps,
  instance: Instance,
  frames: readonly number[],
  rendering: Rendering,
  signal: AbortSignal,
): AsyncGenerator<ResponsePart> {
  for (const frame of frames) {
    const options = { ...rendering, frame: frame - 1, signal }
    try {
      const image = (await renderStored(instance, options)) ?? refuse('image/unreadable')
      yield { type: `image/${rendering.format}`, ...toContent(image) }
    } catch (error) {
      refuseFor(error)
    }
  }
}

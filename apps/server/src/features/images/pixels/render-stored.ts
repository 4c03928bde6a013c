import type { FileStore } from '../../../files/index.ts'
import { reserveRenderMemory } from '../../../workers/index.ts'
import type { RenderPool } from '../../../workers/index.ts'
import { readWholePooled } from '../stored/read-file.ts'
import type { RecordedFile } from '../stored/stored-image.ts'
import { scaleToReduced } from './scale-to-reduced.ts'
import type { SingleFrames } from './single-frame.ts'

type RenderOptions = Omit<Parameters<RenderPool['renderApart']>[2], 'signal'> & {
  readonly signal: AbortSignal
}

/** Renders an image of the archive; undefined if its file is not the recorded one. */
export type RenderStored = (
  recorded: RecordedFile,
  options: RenderOptions,
) => Promise<Uint8Array | undefined>

/** A shorter file is read in less time than it takes to find one of its frames. */
export const largeFrom = 32 * 1024 * 1024

/** Reads the header and the frame only, if the file is large. */
export const createRenderStored =
  (deps: {
    readonly files: FileStore
    readonly singleFrames: Pick<SingleFrames, 'findShown'>
    readonly renderPool: Pick<RenderPool, 'renderStored' | 'renderApart'>
  }): RenderStored =>
  async (recorded, options) => {
    const { files, singleFrames, renderPool } = deps
    const { frame = 0, signal } = options
    const single =
      recorded.byteLength > largeFrom
        ? await singleFrames.findShown(recorded, { frame, signal })
        : undefined
    const { byteLength } = single ?? recorded
    const release =
      byteLength > largeFrom ? await reserveRenderMemory(byteLength, signal) : () => undefined
    try {
      return single
        ? await renderPool.renderApart(
            single.load,
            single.apart,
            scaleToReduced(options, single.step),
          )
        : await renderPool.renderStored(() => readWholePooled(files, recorded), {
            ...options,
            sha256: recorded.sha256,
          })
    } finally {
      release()
    }
  }

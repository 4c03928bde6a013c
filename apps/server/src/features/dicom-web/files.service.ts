import { refuse } from '@talus/contract'
import { borrowMemory, giveBackMemory } from '../../files/index.ts'
import { openImage, readWhole } from '../images/index.ts'
import { refuseFor } from './faults.ts'
import type { FrameDeps } from './frames.service.ts'
import type { AddressOf } from './addresses.ts'
import type { Instance } from './instances.queries.ts'
import { wholeContent } from './parts.ts'
import type { Content, Part } from './parts.ts'

export interface FileOptions {
  /** Undefined is as they are stored. */
  readonly made: string | undefined
  readonly signal: AbortSignal
  readonly addressOf: AddressOf
}

/** Whole files, one after the other: as much memory for a thousand as for one. */
export async function* filesOf(
  deps: FrameDeps,
  instances: readonly Instance[],
  { made, signal, addressOf }: FileOptions,
): AsyncGenerator<Part> {
  for (const instance of instances) {
    signal.throwIfAborted()
    const isStored = made === undefined || made === instance.transferSyntaxUID
    const syntax = isStored ? instance.transferSyntaxUID : made
    const { studyInstanceUID: study, seriesInstanceUID: series, sopInstanceUID } = instance
    try {
      yield {
        type: `application/dicom${syntax === '' ? '' : `; transfer-syntax=${syntax}`}`,
        location: addressOf({ study, series, instance: sopInstanceUID }),
        ...(isStored
          ? await asStored(deps, instance, signal)
          : await anew(deps, instance, made, signal)),
      }
    } catch (error) {
      refuseFor(error)
    }
  }
}

async function anew(
  { files, transcodings }: FrameDeps,
  instance: Instance,
  syntax: string,
  signal: AbortSignal,
): Promise<Content> {
  const task = { kind: 'file', syntax } as const
  return wholeContent(...(await transcodings.run(task, () => readWhole(files, instance), signal)))
}

async function asStored(
  { files, log }: FrameDeps,
  instance: Instance,
  signal: AbortSignal,
): Promise<Content> {
  const onFault = (error: unknown) => log.warn({ err: error }, 'an image could not be read')
  const memory = borrowMemory()
  const opened = await openImage({ files, signal, onFault }, instance, memory)
  if ('kind' in opened) {
    giveBackMemory(memory)
    return refuse(opened.kind === 'missing' ? 'image/missing' : 'server/unavailable')
  }
  const { outcome, bytes: stored } = opened
  async function* bytes() {
    yield* stored
    // What is not the file that was stored, by its hash, does not leave whole.
    const wrong = outcome().problems.find(({ kind }) => kind !== 'preamble')
    if (wrong) throw new Error(`a stored file is ${wrong.kind}`)
  }
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await opened.close()
    giveBackMemory(memory)
  }
  return { bytes: bytes(), length: instance.byteLength, close }
}

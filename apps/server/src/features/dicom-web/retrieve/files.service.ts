import { refuse } from '@talus/contract'
import { acquireBuffer, releaseBuffer } from '../../../files/index.ts'
import { openImage, readWhole } from '../../images/index.ts'
import { refuseFor } from '../faults.ts'
import type { FrameDeps } from './frames.service.ts'
import type { BuildUrl } from '../resource-urls.ts'
import type { Instance } from '../instances.queries.ts'
import { toContent } from '../multipart-writer.ts'
import type { PartContent, ResponsePart } from '../multipart-writer.ts'

export interface FileOptions {
  /** The transfer syntax to convert to; undefined sends files as they are stored. */
  readonly targetSyntax: string | undefined
  readonly signal: AbortSignal
  readonly buildUrl: BuildUrl
}

/** Streams whole files one after the other: a thousand need as much memory as one. */
export async function* streamFiles(
  deps: FrameDeps,
  instances: readonly Instance[],
  { targetSyntax, signal, buildUrl }: FileOptions,
): AsyncGenerator<ResponsePart> {
  for (const found of instances) {
    signal.throwIfAborted()
    const instance = { ...found, ...(await deps.outgoing.resolve(found.id)) }
    const isStored = targetSyntax === undefined || targetSyntax === instance.transferSyntaxUID
    const syntax = isStored ? instance.transferSyntaxUID : targetSyntax
    const { studyInstanceUID: study, seriesInstanceUID: series, sopInstanceUID } = instance
    try {
      yield {
        type: `application/dicom${syntax === '' ? '' : `; transfer-syntax=${syntax}`}`,
        location: buildUrl({ study, series, instance: sopInstanceUID }),
        ...(isStored
          ? await openStored(deps, instance, signal)
          : await convertFile(deps, instance, targetSyntax, signal)),
      }
    } catch (error) {
      refuseFor(error)
    }
  }
}

async function convertFile(
  { files, transcodePool }: FrameDeps,
  instance: Instance,
  syntax: string,
  signal: AbortSignal,
): Promise<PartContent> {
  const task = { kind: 'file', syntax } as const
  return toContent(...(await transcodePool.run(task, () => readWhole(files, instance), signal)))
}

async function openStored(
  { files, log }: FrameDeps,
  instance: Instance,
  signal: AbortSignal,
): Promise<PartContent> {
  const onFault = (error: unknown) => log.warn({ err: error }, 'an image could not be read')
  const buffer = acquireBuffer()
  const opened = await openImage({ files, signal, onFault }, instance, buffer)
  if ('kind' in opened) {
    releaseBuffer(buffer)
    return refuse(opened.kind === 'missing' ? 'image/missing' : 'server/unavailable')
  }
  const { outcome, bytes: stored } = opened
  async function* bytes() {
    yield* stored
    // A file whose hash differs from the recorded one is not sent to its end.
    const wrong = outcome().problems.find(({ kind }) => kind !== 'preamble')
    if (wrong) throw new Error(`a stored file is ${wrong.kind}`)
  }
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await opened.close()
    releaseBuffer(buffer)
  }
  return { bytes: bytes(), length: instance.byteLength, close }
}

import { Refusal, refuse } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { readWhole } from '../../images/index.ts'
import { refuseFor } from '../faults.ts'
import type { FrameDeps } from './frames.service.ts'
import { nameConversion } from './held-conversions.ts'
import type { HeldConversions } from './held-conversions.ts'
import type { BuildUrl } from '../resource-urls.ts'
import type { Instance } from '../instances.queries.ts'
import { toContent } from '../multipart-writer.ts'
import type { PartContent, ResponsePart } from '../multipart-writer.ts'

export interface FileOptions {
  /** The transfer syntax to convert to; undefined sends files as they are stored. */
  readonly targetSyntax: string | undefined
  /** Instances that are sent as they are stored all the same. */
  readonly asStored: ReadonlySet<ImageId>
  /** Files that were converted before. */
  readonly held: HeldConversions
  readonly signal: AbortSignal
  readonly buildUrl: BuildUrl
}

/** Streams whole files one after the other: a thousand need as much memory as one. */
export async function* streamFiles(
  deps: FrameDeps,
  instances: readonly Instance[],
  { targetSyntax, asStored, held, signal, buildUrl }: FileOptions,
): AsyncGenerator<ResponsePart> {
  for (const found of instances) {
    signal.throwIfAborted()
    const instance = { ...found, ...(await deps.outgoing.resolve(found.id)) }
    const isStored =
      targetSyntax === undefined ||
      targetSyntax === instance.transferSyntaxUID ||
      asStored.has(instance.id)
    const syntax = isStored ? instance.transferSyntaxUID : targetSyntax
    const { studyInstanceUID: study, seriesInstanceUID: series, sopInstanceUID } = instance
    try {
      yield {
        type: `application/dicom${syntax === '' ? '' : `; transfer-syntax=${syntax}`}`,
        location: buildUrl({ study, series, instance: sopInstanceUID }),
        ...(isStored
          ? await openStored(deps, instance, signal)
          : await convertFile(deps, instance, { syntax: targetSyntax, held, signal })),
      }
    } catch (error) {
      refuseFor(error)
    }
  }
}

async function convertFile(
  { files, transcodePool }: FrameDeps,
  instance: Instance,
  { syntax, held, signal }: Pick<FileOptions, 'held' | 'signal'> & { readonly syntax: string },
): Promise<PartContent> {
  const name = nameConversion(instance.sha256, syntax)
  const converted = name === undefined ? undefined : held.take(name)
  if (converted) return toContent(...converted)
  const task = { kind: 'file', syntax } as const
  return toContent(...(await transcodePool.run(task, () => readWhole(files, instance), signal)))
}

/** The hash of the file was verified, so that its bytes are sent without reading them twice. */
async function openStored(
  { verifiedFiles }: FrameDeps,
  instance: Instance,
  signal: AbortSignal,
): Promise<PartContent> {
  const file = await verifiedFiles.open(instance, signal)
  const { byteLength } = file
  return { bytes: file.part({ start: 0, end: byteLength - 1 }), length: byteLength }
}

/** An instance that the response does not have, and why. */
export interface LeftOut {
  readonly instance: Instance
  readonly error: Refusal
}

/**
 * Separates the instances whose file is missing or differs from its recorded hash. All files are
 * verified before the first byte is sent, because a later error could only cut the response.
 */
export async function findRetrievable(
  { verifiedFiles, log }: FrameDeps,
  instances: readonly Instance[],
  signal: AbortSignal,
) {
  const intact: Instance[] = []
  const damaged: LeftOut[] = []
  for (const instance of instances)
    try {
      await verifiedFiles.open(instance, signal)
      intact.push(instance)
    } catch (error) {
      // The client has disconnected or the server stops: nothing is wrong with the instance.
      if (signal.aborted) refuse('server/unavailable')
      // Without the store, no instance can be read: that is no fault of one of them.
      if (!(error instanceof Refusal) || error.code === 'server/unavailable') throw error
      log.warn({ imageId: instance.id, code: error.code }, 'a damaged instance is left out')
      damaged.push({ instance, error })
    }
  return { intact, damaged }
}

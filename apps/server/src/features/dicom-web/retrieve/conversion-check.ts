import { Refusal, refuse } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { readWhole } from '../../images/index.ts'
import { refuseFor } from '../faults.ts'
import type { Instance } from '../instances.queries.ts'
import type { LeftOut } from './files.service.ts'
import type { FrameDeps } from './frames.service.ts'
import { holdConversions, nameConversion } from './held-conversions.ts'
import type { HeldConversions } from './held-conversions.ts'

export interface ConversionWanted {
  /** The transfer syntax to convert to; undefined sends files as they are stored. */
  readonly targetSyntax: string | undefined
  readonly acceptsStored: (syntax: string) => boolean
  readonly signal: AbortSignal
}

export interface ConversionPlan {
  /** The instances that can be sent. */
  readonly instances: readonly Instance[]
  /** Unconvertible instances that the client also takes as they are stored. */
  readonly asStored: ReadonlySet<ImageId>
  readonly leftOut: readonly LeftOut[]
  /** Converted files by their name; see `nameConversion`. */
  readonly held: HeldConversions
}

interface Conversion {
  readonly syntax: string
  readonly signal: AbortSignal
  readonly held: HeldConversions
}

const rememberedMax = 10_000
/** Few, so that the frames of other requests find a free thread. */
const atOnce = 2

/**
 * Finds the instances whose pixel data cannot be converted before the first byte is sent, because a
 * later error could only cut the response. The converted files are held for the response as far as
 * memory allows; those that passed are remembered.
 */
export function createConversionCheck({ files, outgoing, transcodePool, log }: FrameDeps) {
  const converted = new Set<string>()

  async function convert(instance: Instance, { syntax, signal, held }: Conversion): Promise<void> {
    const file = { ...instance, ...(await outgoing.resolve(instance.id)) }
    const name = nameConversion(file.sha256, syntax)
    if (name !== undefined && converted.has(name)) return
    const task = { kind: 'file', syntax } as const
    const parts = await transcodePool.run(task, () => readWhole(files, file), signal)
    if (name === undefined) return
    held.keep(name, parts)
    converted.add(name)
    const [oldest] = converted
    if (oldest !== undefined && converted.size > rememberedMax) converted.delete(oldest)
  }

  async function findFault(
    instance: Instance,
    conversion: Conversion,
  ): Promise<Refusal | undefined> {
    try {
      await convert(instance, conversion).catch(refuseFor)
      return undefined
    } catch (error) {
      if (conversion.signal.aborted) refuse('server/unavailable')
      if (!(error instanceof Refusal) || error.code === 'server/unavailable') throw error
      log.warn({ imageId: instance.id, code: error.code }, 'an instance cannot be converted')
      return error
    }
  }

  return async function planConversion(
    instances: readonly Instance[],
    { targetSyntax, acceptsStored, signal }: ConversionWanted,
  ): Promise<ConversionPlan> {
    const needsCheck = ({ transferSyntaxUID }: Instance) =>
      targetSyntax !== undefined &&
      transferSyntaxUID !== targetSyntax &&
      // The fault of the only instance is known before the first byte without a check.
      (instances.length > 1 || acceptsStored(transferSyntaxUID))
    const faults = new Map<ImageId, Refusal>()
    const held = holdConversions(signal)
    const conversion = { syntax: targetSyntax ?? '', signal, held }
    const checked = instances.filter(needsCheck)
    for (let at = 0; at < checked.length; at += atOnce)
      await Promise.all(
        checked.slice(at, at + atOnce).map(async (instance) => {
          const fault = await findFault(instance, conversion)
          if (fault) faults.set(instance.id, fault)
        }),
      )
    const isAsStored = ({ id, transferSyntaxUID }: Instance) =>
      faults.has(id) && acceptsStored(transferSyntaxUID)
    return {
      instances: instances.filter((one) => !faults.has(one.id) || isAsStored(one)),
      asStored: new Set(instances.filter(isAsStored).map(({ id }) => id)),
      leftOut: instances.flatMap((instance) => {
        const error = faults.get(instance.id)
        return error && !isAsStored(instance) ? [{ instance, error }] : []
      }),
      held,
    }
  }
}

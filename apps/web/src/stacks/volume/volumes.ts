import type { Stack } from '@talus/contract'
import { openVolume } from './volume-client.ts'
import type { VolumeClient } from './volume-client.ts'
import type { SliceRequest } from './volume-protocol.ts'

/** The volumes that the viewer has open, by stack and phase. */
export interface Volumes {
  /** Takes over a volume that was opened before the viewer. */
  readonly add: (stack: Stack, phase: number, client: VolumeClient) => void
  /** Opens it, or returns the one that is open; `first` is the most wanted slice. */
  readonly open: (stack: Stack, phase: number, first: number) => VolumeClient
  /** Loads it again after an error, with the slices that it has if they can be kept. */
  readonly reopen: (stack: Stack, phase: number, first: number) => VolumeClient
  readonly hasSlice: (stack: Stack, phase: number, index: number) => boolean
  readonly close: () => void
}

export type CreateSliceRequest = (
  stack: Stack,
  phase: number,
  first: number,
  around: number | undefined,
) => SliceRequest

/** Memory of the open volumes; beyond it, the one that was used longest ago is closed. */
const maximumBytes = 1400 * 1024 * 1024

/** A jump to slices that are not loaded requests so many on each side at once. */
const nearby = 10

const estimateBytes = ({ columns, rows, phases }: Stack, phase: number) =>
  columns * rows * 2 * (phases[phase]?.slices.length ?? 0)

const toKey = ({ key }: Pick<Stack, 'key'>, phase: number) => `${key} ${phase}`

export const openStackVolume = (
  createRequest: CreateSliceRequest,
  stack: Stack,
  phase: number,
  first: number,
  worker?: Worker,
): VolumeClient =>
  openVolume({
    worker,
    stack,
    phase,
    all: createRequest(stack, phase, first, undefined),
    getNearby: (index) => createRequest(stack, phase, index, nearby),
  })

export function createVolumes(createRequest: CreateSliceRequest): Volumes {
  const open = new Map<string, { readonly client: VolumeClient; readonly bytes: number }>()

  function closeOldest() {
    let bytes = [...open.values()].reduce((sum, one) => sum + one.bytes, 0)
    for (const [key, { client, bytes: own }] of open) {
      // Four viewports may show four series at once.
      if (bytes <= maximumBytes || open.size <= 4) return
      client.close()
      open.delete(key)
      bytes -= own
    }
  }
  function add(stack: Stack, phase: number, client: VolumeClient): VolumeClient {
    open.set(toKey(stack, phase), { client, bytes: estimateBytes(stack, phase) })
    closeOldest()
    return client
  }
  const openNew = (stack: Stack, phase: number, first: number) =>
    add(stack, phase, openStackVolume(createRequest, stack, phase, first))
  return {
    add,
    open: (stack, phase, first) => {
      const key = toKey(stack, phase)
      const known = open.get(key)
      if (!known) return openNew(stack, phase, first)
      open.delete(key)
      open.set(key, known)
      return known.client
    },
    reopen: (stack, phase, first) => {
      const key = toKey(stack, phase)
      const client = open.get(key)?.client
      if (client?.resume(createRequest(stack, phase, first, undefined)) === true) return client
      client?.close()
      open.delete(key)
      return openNew(stack, phase, first)
    },
    hasSlice: (stack, phase, index) =>
      open.get(toKey(stack, phase))?.client.getSlice(index) !== undefined,
    close: () => {
      for (const { client } of open.values()) client.close()
      open.clear()
    },
  }
}

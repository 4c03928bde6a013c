import { setTimeout as after } from 'node:timers'

/** Memory that one thread fills and another reads. */
export interface SharedMemory {
  readonly bytes: Uint8Array<SharedArrayBuffer>
  /** By whoever knows that no other thread looks at it any more; memory that is not given back is lost to the rest. */
  readonly giveBack: () => void
}

const stepBytes = 4 * 1024 * 1024
const keptMax = 2
const keptBytesMax = 64 * 1024 * 1024
const keptMs = 20_000

let free: SharedArrayBuffer[] = []
let clearing: NodeJS.Timeout | undefined

/**
 * New memory for each radiograph would have V8 look through all objects of the server every few
 * pictures, which takes longer than a picture. It is kept while pictures are made, and let go after.
 */
export function borrowShared(byteLength: number): SharedMemory {
  const known = free.find((memory) => memory.byteLength >= byteLength)
  free = free.filter((memory) => memory !== known)
  const memory = known ?? new SharedArrayBuffer(Math.ceil(byteLength / stepBytes) * stepBytes)
  return {
    bytes: new Uint8Array(memory, 0, byteLength),
    giveBack: () => {
      if (memory.byteLength > keptBytesMax) return
      free = [...free, memory].slice(-keptMax)
      clearTimeout(clearing)
      clearing = after(() => {
        free = []
      }, keptMs).unref()
    },
  }
}

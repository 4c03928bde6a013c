import { setTimeout as after } from 'node:timers'

/** A pooled buffer that one thread fills and another reads. */
export interface SharedBuffer {
  readonly bytes: Uint8Array<SharedArrayBuffer>
  /**
   * Returns the buffer to the pool. No thread may use it any more; unreleased buffers are not
   * pooled.
   */
  readonly release: () => void
}

const stepBytes = 4 * 1024 * 1024
const pooledMax = 2
const pooledBytesMax = 64 * 1024 * 1024
const pooledMs = 20_000

let free: SharedArrayBuffer[] = []
let clearing: NodeJS.Timeout | undefined

/**
 * A new buffer for each radiograph would trigger a full garbage collection every few images, which
 * takes longer than rendering one. Buffers are pooled while images are rendered, and freed after.
 *
 * Not a pool of @talus/node-kit, whose buffers have one size and stay: here each image has its own
 * size, two of them may hold 128 MB, and their owners are threads.
 */
export function acquireSharedBuffer(byteLength: number): SharedBuffer {
  const known = free.find((memory) => memory.byteLength >= byteLength)
  free = free.filter((memory) => memory !== known)
  const memory = known ?? new SharedArrayBuffer(Math.ceil(byteLength / stepBytes) * stepBytes)
  return {
    bytes: new Uint8Array(memory, 0, byteLength),
    release: () => {
      if (memory.byteLength > pooledBytesMax) return
      free = [...free, memory].slice(-pooledMax)
      clearTimeout(clearing)
      clearing = after(() => {
        free = []
      }, pooledMs).unref()
    },
  }
}

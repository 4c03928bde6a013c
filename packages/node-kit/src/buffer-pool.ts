/** Frees the memory of a buffer at once, not at the next garbage collection, unless it is a part. */
export function freeBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

export interface BufferPool {
  /** Takes a free buffer, or allocates one. Its content is undefined. */
  readonly acquire: () => Buffer
  /** Returns a buffer, which the caller must not use any more. Unreleased buffers are collected. */
  readonly release: (buffer: Buffer) => void
}

export interface BufferPoolOptions {
  readonly allocate: () => Buffer
  /** The number of free buffers that are kept; beyond it they are left to the garbage collector. */
  readonly pooledMax: number
}

/**
 * Reuses large buffers of one size: Node frees them only in a garbage collection over the whole
 * heap, which a new buffer for every chunk would trigger after a few megabytes.
 */
export function createBufferPool({ allocate, pooledMax }: BufferPoolOptions): BufferPool {
  const free: Buffer[] = []
  return {
    acquire: () => free.pop() ?? allocate(),
    release: (buffer) => {
      // Two users would get the same buffer, and overwrite each other's bytes.
      if (free.includes(buffer)) throw new Error('the buffer was released twice')
      if (free.length < pooledMax) free.push(buffer)
    },
  }
}

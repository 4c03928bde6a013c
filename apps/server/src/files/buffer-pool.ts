import { createBufferPool } from '@talus/node-kit/buffer-pool'

/**
 * The number of bytes that are read and sent at a time. For a radiograph, chunks of 64 kB take
 * three times as much CPU time, and larger ones no less.
 */
const chunkBytes = 2 * 1024 * 1024

/** Buffers for reading files into responses, one per response. */
export const { acquire: acquireBuffer, release: releaseBuffer } = createBufferPool({
  allocate: () => Buffer.allocUnsafeSlow(chunkBytes),
  pooledMax: 8,
})

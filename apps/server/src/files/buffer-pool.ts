/**
 * The number of bytes that are read and sent at a time. For a radiograph, chunks of 64 kB take
 * three times as much CPU time, and larger ones no less.
 */
const chunkBytes = 2 * 1024 * 1024
const pooledMax = 8

const free: Buffer[] = []

/**
 * Takes a buffer for one response from the pool. A new buffer for each would leave hundreds of
 * megabytes to the garbage collector.
 */
export const acquireBuffer = (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)

export function releaseBuffer(buffer: Buffer): void {
  if (free.length < pooledMax) free.push(buffer)
}

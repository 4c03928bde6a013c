/**
 * As much of a file as is read and sent at a time. Of a radiograph, pieces of 64 kB take three times as
 * much of the processor, and larger ones no less.
 */
const chunkBytes = 2 * 1024 * 1024
const keptMax = 8

const free: Buffer[] = []

/** Memory for one answer. A new piece for each would leave hundreds of megabytes to be cleared up. */
export const borrowMemory = (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)

export function giveBackMemory(memory: Buffer): void {
  if (free.length < keptMax) free.push(memory)
}

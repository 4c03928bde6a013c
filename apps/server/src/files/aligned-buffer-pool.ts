/** The number of bytes that are written to the disk at a time. */
export const blockBytes = 1024 * 1024
/** The number of blocks that four senders of radiographs use at the same time. */
const pooledMax = 16
const pool: Buffer[] = []

/**
 * Takes a block from the pool. It is aligned to a memory page of the system, which direct I/O
 * needs: a resizable ArrayBuffer is mapped on its own and therefore aligned, any other starts
 * anywhere.
 */
export const acquireBlock = (): Buffer =>
  pool.pop() ??
  Buffer.from(new ArrayBuffer(blockBytes, { maxByteLength: blockBytes }), 0, blockBytes)

export function releaseBlock(block: Buffer): void {
  if (pool.length < pooledMax) pool.push(block)
}

import { createBufferPool } from '@talus/node-kit/buffer-pool'

/** The number of bytes that are written to the disk at a time. */
export const blockBytes = 1024 * 1024

/**
 * Blocks that are aligned to a memory page of the system, which direct I/O needs: a resizable
 * ArrayBuffer is mapped on its own and therefore aligned, any other starts anywhere.
 */
export const { acquire: acquireBlock, release: releaseBlock } = createBufferPool({
  allocate: () =>
    Buffer.from(new ArrayBuffer(blockBytes, { maxByteLength: blockBytes }), 0, blockBytes),
  // The number of blocks that four senders of radiographs use at the same time.
  pooledMax: 16,
})

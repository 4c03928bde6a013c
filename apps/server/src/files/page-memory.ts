/** What goes to the disk in one go. */
export const blockBytes = 1024 * 1024
/** As many as four senders of radiographs use at the same time. */
const keptMax = 16
const kept: Buffer[] = []

/**
 * Memory that begins where a page of the system begins, so that the disk can read it itself: that of an
 * array which may change its size is mapped for it alone, any other begins anywhere.
 */
export const borrowBlock = (): Buffer =>
  kept.pop() ??
  Buffer.from(new ArrayBuffer(blockBytes, { maxByteLength: blockBytes }), 0, blockBytes)

export function giveBackBlock(block: Buffer): void {
  if (kept.length < keptMax) kept.push(block)
}

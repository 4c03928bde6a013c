/** What is written to disk in one go: each write is a task for another thread, whatever its size. */
const gatherBytes = 1024 * 1024
/** As many as are usually written at the same time; new memory for each file would have to be cleared up. */
const keptMax = 4
const kept: Buffer[] = []

/**
 * Bytes in pieces of a megabyte. A piece is only lent: its memory is used again for the next one.
 * Small pieces are copied, so that whoever gave them can use theirs again too.
 */
export async function* gathered(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  const memory = kept.pop() ?? Buffer.allocUnsafeSlow(gatherBytes)
  let length = 0
  try {
    for await (const chunk of bytes) {
      if (length + chunk.byteLength > gatherBytes && length > 0) {
        yield memory.subarray(0, length)
        length = 0
      }
      if (chunk.byteLength >= gatherBytes) yield chunk
      else {
        memory.set(chunk, length)
        length += chunk.byteLength
      }
    }
    if (length > 0) yield memory.subarray(0, length)
    return undefined
  } finally {
    if (kept.length < keptMax) kept.push(memory)
  }
}

/** What is written to disk in one go: each write is a task for another thread, whatever its size. */
const gatherBytes = 1024 * 1024
/** A piece of this size is not worth copying. */
const largeBytes = 128 * 1024
/** As many as are usually written at the same time; new memory for each file would have to be cleared up. */
const keptMax = 4
const kept: Buffer[] = []

/**
 * Bytes in pieces that are worth a write each. Pieces are only lent: their memory is used again for
 * the next. Small ones are copied, so that whoever gave them can use theirs again too.
 */
export async function* gathered(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly Uint8Array[], undefined> {
  let memory: Buffer | undefined
  let length = 0
  const small = () => (memory && length > 0 ? [memory.subarray(0, length)] : [])
  try {
    for await (const chunk of bytes) {
      if (chunk.byteLength >= largeBytes) {
        yield [...small(), chunk]
        length = 0
      } else {
        if (length + chunk.byteLength > gatherBytes) {
          yield small()
          length = 0
        }
        memory ??= kept.pop() ?? Buffer.allocUnsafeSlow(gatherBytes)
        memory.set(chunk, length)
        length += chunk.byteLength
      }
    }
    if (length > 0) yield small()
    return undefined
  } finally {
    if (memory && kept.length < keptMax) kept.push(memory)
  }
}

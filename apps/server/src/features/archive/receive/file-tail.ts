import type { FileStore, StoredFile } from '../../../files/index.ts'
import { scanFragments } from '../../images/index.ts'

/** A sequence delimitation item, with which encapsulated pixel data ends. */
const delimiter = Buffer.from('feffdde000000000', 'hex')

/** Keeps the last bytes of a file that passes by, whose memory may be reused. */
export function createFileTail() {
  const bytes = Buffer.alloc(delimiter.length)
  return {
    add(chunk: Uint8Array) {
      const last = chunk.subarray(-bytes.length)
      bytes.copyWithin(0, last.length)
      bytes.set(last, bytes.length - last.length)
    },
    endsPixelData: () => bytes.equals(delimiter),
  }
}
export type FileTail = ReturnType<typeof createFileTail>

/**
 * Nearly all compressed files end with the delimiter of their pixel data. The others are read: they
 * have attributes after it, or the sender's connection was cut.
 */
export async function isPixelDataComplete(
  files: FileStore,
  stored: StoredFile,
  tail: FileTail,
  fragmentsStart: number,
): Promise<boolean> {
  if (tail.endsPixelData()) return true
  return (await scanFragments(files, stored.key, fragmentsStart)).isComplete()
}

import { writeSync } from 'node:fs'
import { refuse } from '@talus/contract'
import { onDiskNow } from './disk-faults.ts'
import type { Pourable, PutOptions } from './files.ts'
import { Measure } from './measured-bytes.ts'

/** Smaller pieces are joined: each write is a call of the system, whatever its size. */
const largeBytes = 64 * 1024
const gatherBytes = 256 * 1024
/** As many as are usually poured at the same time; new memory for each would have to be cleared up. */
const keptMax = 8
const kept: Buffer[] = []

/**
 * Hashes and writes pieces while the processor still has them in its cache: half of what it takes to
 * keep them and to have another thread write them later.
 */
export async function writePoured(
  file: number,
  bytes: Pourable,
  { maxBytes = Infinity, signal }: PutOptions,
) {
  const measure = new Measure()
  const memory = kept.pop() ?? Buffer.allocUnsafeSlow(gatherBytes)
  let gathered = 0
  let byteLength = 0

  function write(piece: Uint8Array): void {
    measure.add(piece)
    for (let at = 0; at < piece.byteLength;)
      at += onDiskNow(() => writeSync(file, piece, at, piece.byteLength - at))
  }

  function writeGathered(): void {
    write(memory.subarray(0, gathered))
    gathered = 0
  }

  try {
    await bytes.pour((piece) => {
      signal?.throwIfAborted()
      byteLength += piece.byteLength
      if (byteLength > maxBytes) refuse('request/too-large')
      const isLarge = piece.byteLength >= largeBytes
      if (isLarge || gathered + piece.byteLength > gatherBytes) writeGathered()
      if (isLarge) write(piece)
      else {
        memory.set(piece, gathered)
        gathered += piece.byteLength
      }
    })
    writeGathered()
    return measure.result()
  } finally {
    if (kept.length < keptMax) kept.push(memory)
  }
}

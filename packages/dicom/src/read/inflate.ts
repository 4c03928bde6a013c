// The library has no types, and packages that compile this source must find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./pako.d.ts" />
import { Inflate } from 'pako'
import { DicomFault } from '../fault.ts'
import { limits } from '../limits.ts'

/**
 * Inflates a deflated data set piece by piece and stops at the limit: a few crafted kilobytes can
 * fill the memory of any computer. /
 */
export function inflate(deflated: Uint8Array): Uint8Array {
  const most = Math.min(
    limits.inflatedBytes,
    Math.max(limits.inflatedFloor, limits.inflatedRatio * deflated.length),
  )
  const pieces: Uint8Array[] = []
  let total = 0
  const inflator = new Inflate({ raw: true, chunkSize: 256 * 1024 })
  inflator.onData = (piece) => {
    total += piece.length
    if (total > most) {
      throw new DicomFault('too-large', `${deflated.length} deflated bytes grow beyond ${most}`)
    }
    pieces.push(piece)
  }
  inflator.push(deflated, true)
  if (inflator.err !== 0 || !inflator.ended) {
    throw new DicomFault('damaged', `deflated data that cannot be inflated (${inflator.err})`)
  }
  const inflated = new Uint8Array(total)
  let at = 0
  for (const piece of pieces) {
    inflated.set(piece, at)
    at += piece.length
  }
  return inflated
}

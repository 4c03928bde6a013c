// The library has no types, and packages that compile this source must find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./pako.d.ts" />
import { Inflate } from 'pako'
import { createLimitFault, DicomFault } from '../fault.ts'
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
  // Grows in place: joining pieces would need the memory twice.
  const buffer = new ArrayBuffer(0, { maxByteLength: most })
  let total = 0
  const inflator = new Inflate({ raw: true, chunkSize: 256 * 1024 })
  inflator.onData = (piece) => {
    if (total + piece.length > most) {
      throw createLimitFault(
        'inflatedBytes',
        `${deflated.length} deflated bytes grow beyond ${most}`,
        most,
      )
    }
    buffer.resize(total + piece.length)
    new Uint8Array(buffer, total).set(piece)
    total += piece.length
  }
  inflator.push(deflated, true)
  if (inflator.err !== 0 || !inflator.ended) {
    throw new DicomFault('damaged', `deflated data that cannot be inflated (${inflator.err})`)
  }
  return new Uint8Array(buffer.transferToFixedLength())
}

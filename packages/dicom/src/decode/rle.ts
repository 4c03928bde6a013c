import { DicomFault } from '../fault.ts'
import type { ImageDescription } from '../read/image.ts'
import type { Cells } from './stored-pixels.ts'

const headerLength = 64

/** Unpacks PackBits (PS3.5 G.3.2) into every `stride`-th byte, never past the end of the target. */
function unpack(packed: Uint8Array, target: Uint8Array, start: number, stride: number): boolean {
  let at = 0
  let to = start
  while (to < target.length && at < packed.length) {
    const control = packed[at++] ?? 0
    if (control < 128) {
      for (let count = control + 1; count > 0 && at < packed.length; count--) {
        if (to < target.length) target[to] = packed[at] ?? 0
        to += stride
        at++
      }
    } else if (control > 128) {
      const value = packed[at++] ?? 0
      for (let count = 257 - control; count > 0; count--) {
        if (to < target.length) target[to] = value
        to += stride
      }
    }
  }
  return to >= target.length
}

/** Each byte of each sample is a separate segment, the highest byte first (PS3.5 annex G). */
export function decodeRle(bytes: Uint8Array, image: ImageDescription): Cells {
  const { rows, columns, samples, bitsAllocated } = image
  const damaged = (detail: string) => new DicomFault('damaged-picture', `run lengths: ${detail}`)
  if (bitsAllocated === 1) throw new DicomFault('unsupported', 'run lengths of single bits')
  if (bytes.length < headerLength) throw damaged('no header')
  const bytesPerSample = bitsAllocated / 8
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const segments = view.getUint32(0, true)
  if (segments !== samples * bytesPerSample) throw damaged(`${segments} segments`)
  const target = new Uint8Array(rows * columns * segments)
  for (let segment = 0; segment < segments; segment++) {
    const start = view.getUint32(4 + 4 * segment, true)
    const isLast = segment === segments - 1
    const end = isLast ? bytes.length : view.getUint32(8 + 4 * segment, true)
    if (start < headerLength || end < start || end > bytes.length) throw damaged('a bad offset')
    const sample = Math.floor(segment / bytesPerSample)
    // The cells are little-endian, so the highest byte is the last of its sample.
    const byte = bytesPerSample - 1 - (segment % bytesPerSample)
    const isWhole = unpack(
      bytes.subarray(start, end),
      target,
      sample * bytesPerSample + byte,
      segments,
    )
    if (!isWhole) throw damaged('too few')
  }
  if (bitsAllocated === 8) return target
  return bitsAllocated === 16 ? new Uint16Array(target.buffer) : new Uint32Array(target.buffer)
}

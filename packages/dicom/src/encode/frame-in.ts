import { decodeFrame } from '../decode/decode-frame.ts'
import { DicomFault } from '../fault.ts'
import { frameBytes } from '../read/frame-bytes.ts'
import { describeImage } from '../read/image.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { explicitLittleEndian } from '../read/transfer-syntax.ts'
import { isLossless } from './encode-frame.ts'
import { unpackedBytes } from './pack-pixels.ts'
import { provenFrame } from './proven-frame.ts'

/**
 * One frame, which counts from 0, in another transfer syntax: plain in explicit little-endian encoding, or
 * packed without loss. One that is in that syntax already is given as it is stored.
 */
export async function frameIn(
  file: DicomFile,
  index: number,
  targetSyntax: string,
): Promise<Uint8Array> {
  const stored = frameBytes(file, index, { isLittleEndian: true })
  if (stored.transferSyntaxUid === targetSyntax) return stored.bytes
  if (targetSyntax !== explicitLittleEndian && !isLossless(targetSyntax)) {
    throw new DicomFault('unsupported', 'a transfer syntax that cannot be written')
  }
  const image = describeImage(file.dataSet)
  const pixels = await decodeFrame(file, image, index)
  return isLossless(targetSyntax)
    ? provenFrame(pixels, targetSyntax)
    : unpackedBytes(pixels.cells, image.bitsAllocated)
}

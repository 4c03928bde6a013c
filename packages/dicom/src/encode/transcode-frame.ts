import { decodeFrame } from '../decode/decode-frame.ts'
import { DicomFault } from '../fault.ts'
import { readFrameBytes } from '../read/frame-bytes.ts'
import { describeImage } from '../read/image.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { explicitLittleEndian } from '../read/transfer-syntax.ts'
import { isLossless } from './encode-frame.ts'
import { toNativeBytes } from './encoder-input.ts'
import { encodeVerifiedFrame } from './encode-verified-frame.ts'

/**
 * Converts one frame, counted from 0, to another transfer syntax: explicit VR little endian or a
 * lossless one. A frame that is in that syntax already is returned as stored. /
 */
export async function transcodeFrame(
  file: DicomFile,
  index: number,
  targetSyntax: string,
): Promise<Uint8Array> {
  const stored = readFrameBytes(file, index, { isLittleEndian: true })
  if (stored.transferSyntaxUid === targetSyntax) return stored.bytes
  if (targetSyntax !== explicitLittleEndian && !isLossless(targetSyntax)) {
    throw new DicomFault('unsupported', 'a transfer syntax that cannot be written')
  }
  const image = describeImage(file.dataSet)
  const pixels = await decodeFrame(file, image, index)
  return isLossless(targetSyntax)
    ? encodeVerifiedFrame(pixels, targetSyntax)
    : toNativeBytes(pixels.cells, image.bitsAllocated)
}

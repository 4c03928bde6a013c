import { DicomFault } from '../fault.ts'
import { joinFragments } from '../read/frame-bytes.ts'
import { readFrame } from '../read/frames.ts'
import type { EncodedFrame } from '../read/frames.ts'
import type { ImageDescription, Photometric } from '../read/image.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { readCodestream } from './codestream.ts'
import type { Codestream } from './codestream.ts'
import { decodeJpeg12 } from './jpeg-12.ts'
import { decodeJpegLossless } from './jpeg-lossless.ts'
import { decodeJpegProgressive } from './jpeg-progressive.ts'
import { decodeNative } from './native.ts'
import { decodeRle } from './rle.ts'
import type { Cells, StoredPixels } from './stored-pixels.ts'
import { decodeWithWasm } from './wasm.ts'

/** The JPEG and JPEG 2000 codecs undo their own colour transform. */
function getDecodedPhotometric(
  { format, samples }: Codestream,
  declared: Photometric,
): Photometric {
  // Colours that were YBR before encoding are encoded as they are (PS3.5 8.2.4).
  if (format === 'ht-jpeg-2000' && declared === 'YBR_FULL') return declared
  const isUndone = format === 'jpeg' || format === 'jpeg-2000' || format === 'ht-jpeg-2000'
  if (samples === 3 && isUndone) return 'RGB'
  return declared === 'YBR_FULL_422' ? 'YBR_FULL' : declared
}

/** An Adobe segment that declares untransformed RGB. */
const untransformedSegment = Uint8Array.from([
  0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0,
])

/**
 * If a JPEG does not declare it, the decoder assumes transformed colours; the DICOM file is more
 * reliable.
 */
function declareColours(stream: Codestream, declared: Photometric): Codestream {
  const { format, samples, declaresColourTransform, bytes } = stream
  if (format !== 'jpeg' || samples !== 3 || declaresColourTransform || declared !== 'RGB')
    return stream
  return {
    ...stream,
    bytes: joinFragments([bytes.subarray(0, 2), untransformedSegment, bytes.subarray(2)]),
  }
}

async function decodeCodestream(stream: Codestream, image: ImageDescription): Promise<Cells> {
  const { columns, rows, samples, format } = stream
  // The codec allocates by the size in the codestream, which must equal the checked size of the
  // file.
  if (columns !== image.columns || rows !== image.rows || samples !== image.samples) {
    const inside = `${columns} by ${rows} by ${samples}`
    throw new DicomFault('bad-picture', `a picture of ${inside} in a file that says otherwise`)
  }
  switch (format) {
    case 'jpeg-lossless':
      return decodeJpegLossless(stream)
    case 'jpeg-12':
      return decodeJpeg12(stream)
    case 'jpeg-12-progressive':
      return decodeJpegProgressive(stream)
    default:
      return decodeWithWasm(format, stream)
  }
}

/** Decodes one frame of a file. */
export const decodeFrame = (
  file: DicomFile,
  image: ImageDescription,
  index: number,
): Promise<StoredPixels> =>
  decodeEncodedFrame(file, image, readFrame(file, image, file.transferSyntax.coding, index))

async function decodeEncodedFrame(
  { dataSet, transferSyntax }: DicomFile,
  image: ImageDescription,
  frame: EncodedFrame,
): Promise<StoredPixels> {
  const { rows, columns, samples, photometric, bitsStored, highBit, isSigned } = image
  const bytes = joinFragments(frame.fragments)
  const pixels = {
    rows,
    columns,
    samples,
    photometric: photometric === 'YBR_FULL_422' ? 'YBR_FULL' : photometric,
    bits: bitsStored,
    shift: highBit + 1 - bitsStored,
    isSigned,
  } as const
  if (!frame.isEncapsulated) {
    const { isLittleEndian } = dataSet.encoding
    const isWordData = dataSet.element(tags.pixelData)?.vr === 'OW'
    const { startBit } = frame
    return {
      ...pixels,
      cells: decodeNative(bytes, image, { startBit, isLittleEndian, isWordData }),
    }
  }
  if (transferSyntax.coding === 'rle') return { ...pixels, cells: decodeRle(bytes, image) }
  const stream = declareColours(readCodestream(bytes), photometric)
  const cells = await decodeCodestream(stream, image)
  const bits = cells instanceof Uint8Array ? Math.min(8, bitsStored) : bitsStored
  return {
    ...pixels,
    cells,
    bits,
    shift: 0,
    photometric: getDecodedPhotometric(stream, photometric),
  }
}

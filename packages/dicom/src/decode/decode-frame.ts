import { DicomFault } from '../fault.ts'
import { joined } from '../read/frame-bytes.ts'
import { readFrame } from '../read/frames.ts'
import type { CodedFrame } from '../read/frames.ts'
import type { ImageDescription, Photometric } from '../read/image.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { readCodestream } from './codestream.ts'
import type { Codestream } from './codestream.ts'
import { jpeg12Cells } from './jpeg-12.ts'
import { jpegLosslessCells } from './jpeg-lossless.ts'
import { jpegProgressiveCells } from './jpeg-progressive.ts'
import { nativeCells } from './native.ts'
import { rleCells } from './rle.ts'
import type { Cells, StoredPixels } from './stored-pixels.ts'
import { wasmCells } from './wasm.ts'

/** The codecs of JPEG and JPEG 2000 undo the colour transform themselves, if it is theirs. */
function photometricAfter({ format, samples }: Codestream, declared: Photometric): Photometric {
  // Colours that came transformed went through the codec as they were (PS3.5 8.2.4).
  if (format === 'ht-jpeg-2000' && declared === 'YBR_FULL') return declared
  const isUndone = format === 'jpeg' || format === 'jpeg-2000' || format === 'ht-jpeg-2000'
  if (samples === 3 && isUndone) return 'RGB'
  return declared === 'YBR_FULL_422' ? 'YBR_FULL' : declared
}

/** An Adobe segment that says: these are red, green and blue as they stand. */
const untransformed = Uint8Array.from([
  0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0,
])

/** Where a JPEG does not tell, its decoder guesses that colours were transformed; the file knows better. */
function withColours(stream: Codestream, declared: Photometric): Codestream {
  const { format, samples, tellsColours, bytes } = stream
  if (format !== 'jpeg' || samples !== 3 || tellsColours || declared !== 'RGB') return stream
  return { ...stream, bytes: joined([bytes.subarray(0, 2), untransformed, bytes.subarray(2)]) }
}

async function codestreamCells(stream: Codestream, image: ImageDescription): Promise<Cells> {
  const { columns, rows, samples, format } = stream
  // What a codec allocates is what the file declared, which has been found to be within bounds.
  if (columns !== image.columns || rows !== image.rows || samples !== image.samples) {
    const inside = `${columns} by ${rows} by ${samples}`
    throw new DicomFault('bad-picture', `a picture of ${inside} in a file that says otherwise`)
  }
  switch (format) {
    case 'jpeg-lossless':
      return jpegLosslessCells(stream)
    case 'jpeg-12':
      return jpeg12Cells(stream)
    case 'jpeg-12-progressive':
      return jpegProgressiveCells(stream)
    default:
      return wasmCells(format, stream)
  }
}

/** One frame of a file, unpacked. */
export const decodeFrame = (
  file: DicomFile,
  image: ImageDescription,
  index: number,
): Promise<StoredPixels> =>
  decodeCoded(file, image, readFrame(file.dataSet, image, file.transferSyntax.coding, index))

/** A frame that was taken out of its file, of which the head is enough then. */
export async function decodeCoded(
  { dataSet, transferSyntax }: DicomFile,
  image: ImageDescription,
  frame: CodedFrame,
): Promise<StoredPixels> {
  const { rows, columns, samples, photometric, bitsStored, highBit, isSigned } = image
  const bytes = joined(frame.fragments)
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
    return { ...pixels, cells: nativeCells(bytes, image, { startBit, isLittleEndian, isWordData }) }
  }
  if (transferSyntax.coding === 'rle') return { ...pixels, cells: rleCells(bytes, image) }
  const stream = withColours(readCodestream(bytes), photometric)
  const cells = await codestreamCells(stream, image)
  const bits = cells instanceof Uint8Array ? Math.min(8, bitsStored) : bitsStored
  return { ...pixels, cells, bits, shift: 0, photometric: photometricAfter(stream, photometric) }
}

import type { SensorFrame } from '@talus/devices'
import { isPng, readPng } from './read-png.ts'
import { isTiff, readTiff } from './read-tiff.ts'
import type { PixelData } from './pixel-data.ts'
import { checkDimensions, swapBytes } from './pixel-data.ts'
import type { Sidecar } from './sidecar.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

type FrameImage = Pick<
  SensorFrame,
  'format' | 'width' | 'height' | 'bits' | 'pitch' | 'bytes' | 'technique' | 'calibration'
>

const isDicom = (file: Buffer) => file.toString('latin1', 128, 132) === 'DICM'

/** Detects the format by the content, not by the file name: vendors use any name. */
export async function readFrame(file: Buffer, sidecar: Sidecar | undefined): Promise<FrameImage> {
  if (isDicom(file)) return readDicomFile(file)
  const calibration = sidecar?.calibration ?? null
  const technique = sidecar?.technique ?? null
  const pixels = readPixels(file, sidecar)
  const pitch = sidecar?.pitch ?? pixels.pitch
  return { ...pixels, pitch, format: 'raw16', technique, calibration }
}

function readPixels(file: Buffer, sidecar: Sidecar | undefined): PixelData {
  if (isPng(file)) return readPng(file)
  if (isTiff(file)) return readTiff(file)
  if (sidecar) return readRawFile(file, sidecar)
  throw new UnreadableFileError('Neither DICOM nor PNG nor TIFF, and no description beside it')
}

/** Keeps the file unchanged; parses it only to check that it is complete. */
async function readDicomFile(file: Buffer): Promise<FrameImage> {
  // Loaded on the first DICOM file: most bridges receive none, and start faster without it.
  const { describeImage, readDicom } = await import('@talus/dicom')
  try {
    const image = describeImage(readDicom(file).dataSet)
    return {
      format: 'dicom',
      width: image.columns,
      height: image.rows,
      bits: Math.min(16, image.bitsStored),
      pitch: null,
      bytes: file,
      technique: null,
      calibration: null,
    }
  } catch (error) {
    throw new UnreadableFileError(`The DICOM file is damaged: ${String(error)}`)
  }
}

function readRawFile(file: Buffer, { width = 0, height = 0, bits, ...rest }: Sidecar): PixelData {
  checkDimensions(width, height)
  const pixels = file.subarray(rest.headerBytes)
  if (pixels.length !== width * height * 2)
    throw new UnreadableFileError(
      `${pixels.length} bytes where ${width} by ${height} pixels need ${width * height * 2}`,
    )
  const bytes = rest.byteOrder === 'big' ? swapBytes(pixels) : pixels
  return { width, height, bits, pitch: rest.pitch ?? null, bytes }
}

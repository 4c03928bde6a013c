import type { SensorFrame } from '@talus/devices'
import { isPng, readPng } from './read-png.ts'
import { isTiff, readTiff } from './read-tiff.ts'
import type { Pixels } from './pixels.ts'
import { mustBeSensible, swapped } from './pixels.ts'
import type { Sidecar } from './sidecar.ts'
import { Unreadable } from './unreadable.ts'

type Picture = Pick<
  SensorFrame,
  'format' | 'width' | 'height' | 'bits' | 'pitch' | 'bytes' | 'technique' | 'calibration'
>

const isDicom = (file: Buffer) => file.toString('latin1', 128, 132) === 'DICM'

/** By what a file holds, not by what it is called: vendors call them anything. */
export async function readFrame(file: Buffer, sidecar: Sidecar | undefined): Promise<Picture> {
  if (isDicom(file)) return dicomFile(file)
  const calibration = sidecar?.calibration ?? null
  const technique = sidecar?.technique ?? null
  const pixels = pixelsOf(file, sidecar)
  const pitch = sidecar?.pitch ?? pixels.pitch
  return { ...pixels, pitch, format: 'raw16', technique, calibration }
}

function pixelsOf(file: Buffer, sidecar: Sidecar | undefined): Pixels {
  if (isPng(file)) return readPng(file)
  if (isTiff(file)) return readTiff(file)
  if (sidecar) return rawFile(file, sidecar)
  throw new Unreadable('Neither DICOM nor PNG nor TIFF, and no description beside it')
}

/** Kept as it came; looked into only to know that it is whole. */
async function dicomFile(file: Buffer): Promise<Picture> {
  // Loaded with the first such file: most bridges never see one, and start faster without.
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
    throw new Unreadable(`The DICOM file is damaged: ${String(error)}`)
  }
}

function rawFile(file: Buffer, { width = 0, height = 0, bits, ...rest }: Sidecar): Pixels {
  mustBeSensible(width, height)
  const pixels = file.subarray(rest.headerBytes)
  if (pixels.length !== width * height * 2)
    throw new Unreadable(
      `${pixels.length} bytes where ${width} by ${height} pixels need ${width * height * 2}`,
    )
  const bytes = rest.byteOrder === 'big' ? swapped(pixels) : pixels
  return { width, height, bits, pitch: rest.pitch ?? null, bytes }
}

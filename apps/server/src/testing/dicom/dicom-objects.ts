import { createHash } from 'node:crypto'
import { writeFileChunks } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'

const explicitLittleEndian = '1.2.840.10008.1.2.1'

/** Derives a UID from a text; the same text always gives the same UID. */
export const toUid = (text: string) =>
  `2.25.${BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 30)}`)}`

export interface DicomObjectOptions {
  /** 4 rows and 3 columns by default. */
  readonly rows?: number
  readonly columns?: number
  readonly seed?: number
  /** The stated transfer syntax; the bytes are explicit little endian. */
  readonly transferSyntaxUid?: string
  /** Stored values in row order; by default derived from the seed. */
  readonly pixels?: Uint16Array<ArrayBuffer>
  /** Written instead of the pixels, for a compressed transfer syntax. */
  readonly compressedFrames?: readonly Uint8Array[]
}

const derivePixel = (seed: number) => (_: unknown, index: number) =>
  (index * 2654435761 + seed * 97) & 0x0f_ff

/**
 * Creates a radiograph as another system would send it: small, complete, and with the given
 * attributes.
 */
export function createDicomObject(
  attributes: Attributes,
  options: DicomObjectOptions = {},
): Buffer {
  const { rows = 4, columns = 3, seed = 1 } = options
  const frames = Number(attributes['NumberOfFrames'] ?? 1)
  const { pixels = Uint16Array.from({ length: rows * columns * frames }, derivePixel(seed)) } =
    options
  const chunks = writeFileChunks(
    {
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.1.1',
      Modality: 'DX',
      SamplesPerPixel: 1,
      PhotometricInterpretation: 'MONOCHROME2',
      Rows: rows,
      Columns: columns,
      BitsAllocated: 16,
      BitsStored: 12,
      HighBit: 11,
      PixelRepresentation: 0,
      ...attributes,
    },
    {
      transferSyntaxUid: options.transferSyntaxUid ?? explicitLittleEndian,
      pixels: options.compressedFrames
        ? { compressedFrames: options.compressedFrames }
        : {
            native: new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength),
            bitsAllocated: 16,
          },
    },
  )
  return Buffer.concat(chunks)
}

/** Creates a radiograph of a fixed patient and study; each name gives another image. */
export const createRadiograph = (
  name: string,
  attributes: Attributes = {},
  options?: DicomObjectOptions,
) =>
  createDicomObject(
    {
      SOPInstanceUID: toUid(`image ${name}`),
      StudyInstanceUID: toUid('study'),
      SeriesInstanceUID: toUid('series'),
      StudyDate: '20260105',
      StudyTime: '101500',
      PatientName: 'Tremblay^Rex',
      PatientID: 'X-77',
      PatientBirthDate: '20200501',
      PatientSex: 'M',
      PatientSpeciesDescription: 'Canine',
      PatientSexNeutered: 'ALTERED',
      ResponsiblePerson: 'Tremblay^Anne',
      BodyPartExamined: 'CHEST',
      ViewPosition: 'VD',
      InstanceNumber: 1,
      ...attributes,
    },
    options,
  )

/** A radiograph that is stored, and whose JPEG bitstream no decoder can read. */
export const createUndecodable = (name: string, attributes: Attributes = {}) =>
  createRadiograph(
    name,
    { BitsAllocated: 8, BitsStored: 8, HighBit: 7, Rows: 8, Columns: 8, ...attributes },
    {
      transferSyntaxUid: '1.2.840.10008.1.2.4.50',
      compressedFrames: [Uint8Array.from([0xff, 0xd8, 0xff, 0xd9, 0x61, 0x62, 0x63, 0x64])],
    },
  )

/** Writes the length of the patient group before it, as older systems do (PS3.5 7.2). */
export function addGroupLength(file: Buffer): Buffer {
  const at = file.indexOf(Buffer.from([0x10, 0, 0x10, 0, 0x50, 0x4e]))
  const element = Buffer.from([0x10, 0, 0, 0, 0x55, 0x4c, 4, 0, 0x2a, 0, 0, 0])
  return Buffer.concat([file.subarray(0, at), element, file.subarray(at)])
}

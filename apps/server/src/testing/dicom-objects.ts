import { createHash } from 'node:crypto'
import { fileChunks } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'

const explicitLittleEndian = '1.2.840.10008.1.2.1'

/** A UID that is always the same for the same text. */
export const uidFor = (text: string) =>
  `2.25.${BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 30)}`)}`

export interface ObjectOptions {
  /** Of a dozen pixels, unless more are asked for. */
  readonly rows?: number
  readonly columns?: number
  readonly seed?: number
  /** Row by row; without them they follow from the seed. */
  readonly pixels?: Uint16Array<ArrayBuffer>
}

const numberOf = (seed: number) => (_: unknown, at: number) =>
  (at * 2654435761 + seed * 97) & 0x0f_ff

/** A radiograph as another system would send it: small, complete, and with the attributes given. */
export function dicomObject(attributes: Attributes, options: ObjectOptions = {}): Buffer {
  const { rows = 4, columns = 3, seed = 1 } = options
  const frames = Number(attributes['NumberOfFrames'] ?? 1)
  const { pixels = Uint16Array.from({ length: rows * columns * frames }, numberOf(seed)) } = options
  const chunks = fileChunks(
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
      transferSyntaxUid: explicitLittleEndian,
      pixels: {
        native: new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength),
        bitsAllocated: 16,
      },
    },
  )
  return Buffer.concat(chunks)
}

/** Of the same animal in the same study, unless said otherwise; the name makes it another image. */
export const radiograph = (name: string, attributes: Attributes = {}, options?: ObjectOptions) =>
  dicomObject(
    {
      SOPInstanceUID: uidFor(`image ${name}`),
      StudyInstanceUID: uidFor('study'),
      SeriesInstanceUID: uidFor('series'),
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

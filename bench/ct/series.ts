// The slices of ../shared/data/ct-chest, forth and back: real noise and real padding in as many
// slices as a large scan has. Simulated ones if the folder is absent.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readDicom, readSliceValues, readSlices, writeFileChunks } from '@talus/dicom'
import { getPackedOffset } from '@talus/volume'

/** Millimetres between pixels and between slices. */
export const distance = 0.977
export const edge = 512

const folder = resolve(import.meta.dirname, '../../../shared/data/ct-chest')
/** Whether the real slices are there. */
export const isReal = existsSync(folder)

async function readRealSlices(): Promise<Int16Array[]> {
  const slices: Int16Array[] = []
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.dcm'))) {
    const file = readDicom(readFileSync(join(folder, name)))
    if (!readSlices(file)) continue
    slices.push((await readSliceValues(file, 0, getPackedOffset)).values)
  }
  return slices
}

/** A body with a spine and noise. */
const simulateSlice = (index: number): Int16Array =>
  Int16Array.from({ length: edge * edge }, (_, at) => {
    const [x, y] = [(at % edge) - 256, Math.floor(at / edge) - 256]
    const noise = ((Math.imul(at + index * 977, 2_654_435_761) >>> 20) % 60) - 30
    if (x * x + y * y > 250 * 250) return -2000
    if (x * x + (y - 90) ** 2 < 30 * 30) return 600 + noise
    return (x * x + y * y < 180 * 180 ? 40 : -1000) + noise
  })

/** Hounsfield units of the slices, and of any slice of a longer series made of them. */
export async function loadSlices() {
  const values = isReal ? await readRealSlices() : [0, 1, 2, 3].map((index) => simulateSlice(index))
  const getValues = (index: number): Int16Array => {
    const period = 2 * values.length
    const at = index % period
    const slice = values[at < values.length ? at : period - 1 - at]
    if (!slice) throw new Error('There are no slices')
    return slice
  }
  return { values, getValues }
}

/** An uncompressed file of a slice. */
export function createSliceFile(
  values: Int16Array,
  index: number,
  { study, patient }: { readonly study: string; readonly patient: string },
): Uint8Array<ArrayBuffer> {
  const attributes = {
    SOPClassUID: '1.2.840.10008.5.1.4.1.1.2',
    SOPInstanceUID: `${study}.1.${index + 1}`,
    StudyInstanceUID: study,
    SeriesInstanceUID: `${study}.1`,
    FrameOfReferenceUID: `${study}.2`,
    StudyDate: '20260105',
    StudyTime: '101500',
    Modality: 'CT',
    PatientName: `Owner^${patient}`,
    PatientID: patient,
    PatientSpeciesDescription: 'Canine',
    SeriesNumber: 1,
    SeriesDescription: 'Chest',
    InstanceNumber: index + 1,
    ImageType: ['ORIGINAL', 'PRIMARY', 'AXIAL'],
    PatientPosition: 'HFS',
    ImagePositionPatient: [-250, -250, Number((index * distance).toFixed(3))],
    ImageOrientationPatient: [1, 0, 0, 0, 1, 0],
    PixelSpacing: [distance, distance],
    SliceThickness: distance,
    RescaleSlope: 1,
    RescaleIntercept: 0,
    RescaleType: 'HU',
    WindowCenter: 40,
    WindowWidth: 400,
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    Rows: edge,
    Columns: edge,
    BitsAllocated: 16,
    BitsStored: 16,
    HighBit: 15,
    PixelRepresentation: 1,
  }
  const native = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  return new Uint8Array(
    Buffer.concat(
      writeFileChunks(attributes, {
        transferSyntaxUid: '1.2.840.10008.1.2.1',
        pixels: { native, bitsAllocated: 16 },
      }),
    ),
  )
}

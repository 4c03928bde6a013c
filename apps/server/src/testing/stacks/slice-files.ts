import type { Attributes } from '@talus/dicom'
import { createDicomObject, toUid } from '../dicom/dicom-objects.ts'

const ctImageStorage = '1.2.840.10008.5.1.4.1.1.2'

export interface SliceOptions {
  readonly study?: string
  readonly series?: string
  readonly rows?: number
  readonly columns?: number
  /** Stored values; by default they grow with row and slice. */
  readonly pixels?: Uint16Array<ArrayBuffer>
}

/** The stored value of a pixel of a test slice: its modality value is 1024 lower. */
export const getStoredValue = (index: number, column: number, row: number) =>
  1000 + 10 * index + column + 3 * row

/** One transverse CT slice of a dog, two millimetres after the slice before. */
export function createSliceFile(
  index: number,
  attributes: Attributes = {},
  { study = 'ct study', series = 'ct series', rows = 8, columns = 6, pixels }: SliceOptions = {},
): Buffer {
  const values = Uint16Array.from({ length: rows * columns }, (_, at) =>
    getStoredValue(index, at % columns, Math.floor(at / columns)),
  )
  return createDicomObject(
    {
      SOPClassUID: ctImageStorage,
      Modality: 'CT',
      SOPInstanceUID: toUid(`${study} ${series} slice ${index}`),
      StudyInstanceUID: toUid(study),
      SeriesInstanceUID: toUid(`${study} ${series}`),
      FrameOfReferenceUID: toUid(`${study} frame`),
      SeriesNumber: 3,
      SeriesDescription: 'Thorax',
      StudyDate: '20260105',
      StudyTime: '101500',
      PatientName: 'Tremblay^Rex',
      PatientID: 'X-77',
      PatientBirthDate: '20200501',
      PatientSex: 'M',
      PatientSpeciesDescription: 'Canine',
      ResponsiblePerson: 'Tremblay^Anne',
      BodyPartExamined: 'CHEST',
      PatientPosition: 'HFS',
      ImageType: ['ORIGINAL', 'PRIMARY', 'AXIAL'],
      // The reverse order of the places: stacks are never sorted by it.
      InstanceNumber: 100 - index,
      ImagePositionPatient: [-10, -20, 2 * index],
      ImageOrientationPatient: [1, 0, 0, 0, 1, 0],
      PixelSpacing: [0.5, 0.5],
      SliceThickness: 2,
      RescaleSlope: 1,
      RescaleIntercept: -1024,
      RescaleType: 'HU',
      WindowCenter: 40,
      WindowWidth: 400,
      BitsStored: 16,
      HighBit: 15,
      ...attributes,
    },
    { rows, columns, pixels: pixels ?? values },
  )
}

import type { ImageMetadata } from '@talus/contract'
import { tags } from '@talus/dicom'
import type { DataSet } from '@talus/dicom'

/** Attributes that only the viewer shows, by their names in PS3.6. */
const shown = {
  institutionName: 0x00_08_00_80,
  patientWeight: 0x00_10_10_30,
  patientSpeciesDescription: 0x00_10_22_01,
  responsiblePerson: 0x00_10_22_97,
  imagerPixelSpacing: 0x00_18_11_64,
  pixelSpacing: 0x00_28_00_30,
} as const

/** What the specification gives an image whose file does not tell. */
const defaults = {
  samplesPerPixel: 1,
  photometricInterpretation: 'MONOCHROME2',
  bitsAllocated: 16,
  bitsStored: 12,
} as const

/** Row spacing and column spacing in millimetres; zero, as some machines write, is none. */
function spacing(dataSet: DataSet, tag: number): [number, number] | undefined {
  const [rows = NaN, columns = NaN] = dataSet.numbers(tag)
  const isLength = (value: number) => Number.isFinite(value) && value > 0
  return isLength(rows) && isLength(columns) ? [rows, columns] : undefined
}

/** Layout and words of an image, from the head of its file. What is no picture has no rows. */
export function imageMetadata(dataSet: DataSet): ImageMetadata {
  const bitsAllocated = dataSet.word(tags.bitsAllocated) ?? defaults.bitsAllocated
  // The defaults belong together: twelve bits do not fit into eight.
  const bitsStored = dataSet.word(tags.bitsStored) ?? Math.min(defaults.bitsStored, bitsAllocated)
  const pixelSpacing = spacing(dataSet, shown.pixelSpacing)
  const imagerPixelSpacing = spacing(dataSet, shown.imagerPixelSpacing)
  return {
    SamplesPerPixel: dataSet.word(tags.samplesPerPixel) ?? defaults.samplesPerPixel,
    PhotometricInterpretation:
      dataSet.code(tags.photometricInterpretation) || defaults.photometricInterpretation,
    Rows: dataSet.word(tags.rows) ?? 0,
    Columns: dataSet.word(tags.columns) ?? 0,
    BitsAllocated: bitsAllocated,
    BitsStored: bitsStored,
    HighBit: dataSet.word(tags.highBit) ?? bitsStored - 1,
    PixelRepresentation: dataSet.word(tags.pixelRepresentation) ?? 0,
    PlanarConfiguration: dataSet.word(tags.planarConfiguration) ?? 0,
    PixelSpacing: pixelSpacing ?? [1, 1],
    ImagerPixelSpacing: imagerPixelSpacing ?? null,
    isCalibrated: (pixelSpacing ?? imagerPixelSpacing) !== undefined,
    StudyDate: dataSet.code(tags.studyDate),
    StudyTime: dataSet.code(tags.studyTime),
    SeriesNumber: dataSet.code(tags.seriesNumber),
    PatientSpeciesDescription: dataSet.text(shown.patientSpeciesDescription),
    PatientID: dataSet.text(tags.patientId),
    PatientName: dataSet.text(tags.patientName),
    ResponsiblePerson: dataSet.text(shown.responsiblePerson),
    SeriesDescription: dataSet.text(tags.seriesDescription),
    InstitutionName: dataSet.text(shown.institutionName),
    PatientWeight: dataSet.code(shown.patientWeight),
    display: null,
    spacing: null,
  }
}

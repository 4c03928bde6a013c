import type { ImageMetadata, SpacingFacts } from '@talus/contract'
import { DicomFault, displayOf, tags } from '@talus/dicom'
import type { DataSet, DicomFile, Display } from '@talus/dicom'

/** Attributes that only the viewer shows, by their names in PS3.6. */
const shown = {
  institutionName: 0x00_08_00_80,
  patientWeight: 0x00_10_10_30,
  patientSpeciesDescription: 0x00_10_22_01,
  responsiblePerson: 0x00_10_22_97,
  distanceSourceToDetector: 0x00_18_11_10,
  distanceSourceToPatient: 0x00_18_11_11,
  magnificationFactor: 0x00_18_11_14,
  imagerPixelSpacing: 0x00_18_11_64,
  pixelSpacing: 0x00_28_00_30,
  calibrationType: 0x00_28_0a_02,
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

/** A length or a factor; zero, as some machines write, is none. */
function positive(dataSet: DataSet, tag: number): number | null {
  const value = dataSet.number(tag) ?? 0
  return value > 0 ? value : null
}

const calibrationTypes = ['GEOMETRY', 'FIDUCIAL'] as const

function spacingFacts(dataSet: DataSet): SpacingFacts {
  const type = dataSet.code(shown.calibrationType)
  return {
    pixelSpacing: spacing(dataSet, shown.pixelSpacing) ?? null,
    imagerPixelSpacing: spacing(dataSet, shown.imagerPixelSpacing) ?? null,
    calibrationType: calibrationTypes.find((known) => known === type) ?? null,
    magnificationFactor: positive(dataSet, shown.magnificationFactor),
    distanceSourceToDetector: positive(dataSet, shown.distanceSourceToDetector),
    distanceSourceToPatient: positive(dataSet, shown.distanceSourceToPatient),
  }
}

/** Null where there is no picture, or none that we can show. */
async function shownBy(file: DicomFile, isWhole: boolean): Promise<Display | null> {
  try {
    return await displayOf(file, { isWhole })
  } catch (error) {
    if (error instanceof DicomFault && error.code !== 'needs-more') return null
    throw error
  }
}

/** How a picture is shown and measured, which takes more of a file than its words. */
export async function imageMetadata(file: DicomFile, isWhole: boolean): Promise<ImageMetadata> {
  const display = await shownBy(file, isWhole)
  return { ...layoutAndWords(file.dataSet), display: display && mutable(display) }
}

const mutable = ({ windows, table, padding, ...rest }: Display): ImageMetadata['display'] => ({
  ...rest,
  windows: [...windows],
  table: table && { first: table.first, greys: [...table.greys] },
  ...(padding ? { padding: [...padding] } : {}),
})

/** From the head of a file. What is no picture has no rows. */
function layoutAndWords(dataSet: DataSet): ImageMetadata {
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
    spacing: spacingFacts(dataSet),
  }
}

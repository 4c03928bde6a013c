import { hasContradictorySides } from '@talus/anatomy'
import type { ImageMetadata, SpacingFacts } from '@talus/contract'
import {
  DicomFault,
  describeDisplay,
  describeStudy,
  findReduction,
  readLaterality,
  readPixelAspectRatio,
  readUltrasoundRegions,
  tags,
} from '@talus/dicom'
import type { DataSet, DicomFile, DisplayParameters } from '@talus/dicom'

/** Attributes that only the viewer shows, by their keywords in PS3.6. */
const viewerTags = {
  institutionName: 0x00_08_00_80,
  patientWeight: 0x00_10_10_30,
  anatomicalOrientationType: 0x00_10_22_10,
  patientSpeciesDescription: 0x00_10_22_01,
  responsiblePerson: 0x00_10_22_97,
  distanceSourceToDetector: 0x00_18_11_10,
  distanceSourceToPatient: 0x00_18_11_11,
  magnificationFactor: 0x00_18_11_14,
  patientOrientation: 0x00_20_00_20,
  calibrationType: 0x00_28_0a_02,
} as const

/** Defaults of the specification for attributes that a file lacks. */
const defaults = {
  samplesPerPixel: 1,
  photometricInterpretation: 'MONOCHROME2',
  bitsAllocated: 16,
  bitsStored: 12,
} as const

/** Row spacing and column spacing in millimetres; some devices write zero, which counts as none. */
function readSpacing(dataSet: DataSet, tag: number): [number, number] | undefined {
  const [rows = NaN, columns = NaN] = dataSet.numbers(tag)
  const isLength = (value: number) => Number.isFinite(value) && value > 0
  return isLength(rows) && isLength(columns) ? [rows, columns] : undefined
}

/** A length or a factor; some devices write zero, which counts as none. */
function readPositive(dataSet: DataSet, tag: number): number | null {
  const value = dataSet.number(tag) ?? 0
  return value > 0 ? value : null
}

const calibrationTypes = ['GEOMETRY', 'FIDUCIAL'] as const

function readSpacingFacts(dataSet: DataSet): SpacingFacts {
  const type = dataSet.code(viewerTags.calibrationType)
  const ratio = readPixelAspectRatio(dataSet)
  const scanned = readSpacing(dataSet, tags.nominalScannedPixelSpacing)
  const regions = readUltrasoundRegions(dataSet).map(({ spacing, ...edges }) => ({
    ...edges,
    spacing: spacing && ([...spacing] satisfies [number, number]),
  }))
  return {
    ...(regions.length > 0 ? { regions } : {}),
    ...(scanned ? { nominalScannedPixelSpacing: scanned } : {}),
    pixelSpacing: readSpacing(dataSet, tags.pixelSpacing) ?? null,
    imagerPixelSpacing: readSpacing(dataSet, tags.imagerPixelSpacing) ?? null,
    pixelAspectRatio: ratio ? [...ratio] : null,
    calibrationType: calibrationTypes.find((known) => known === type) ?? null,
    magnificationFactor: readPositive(dataSet, viewerTags.magnificationFactor),
    distanceSourceToDetector: readPositive(dataSet, viewerTags.distanceSourceToDetector),
    distanceSourceToPatient: readPositive(dataSet, viewerTags.distanceSourceToPatient),
  }
}

/** Null if the file holds no image that can be displayed. */
async function readDisplay(file: DicomFile, isWhole: boolean): Promise<DisplayParameters | null> {
  try {
    return await describeDisplay(file, { isWhole })
  } catch (error) {
    if (error instanceof DicomFault && error.code !== 'needs-more') return null
    throw error
  }
}

/** Display and measurement attributes of an image; `display` may need the pixel data. */
export async function readImageMetadata(file: DicomFile, isWhole: boolean): Promise<ImageMetadata> {
  const display = await readDisplay(file, isWhole)
  return { ...readAttributes(file.dataSet), display: display && toMutable(display) }
}

/** The display of an image that is too large to be decoded and is therefore reduced. */
export async function readReducedDisplay(
  bytes: Uint8Array,
  fileBytes: number,
): Promise<ImageMetadata['display']> {
  const reduced = findReduction(bytes, fileBytes)
  const display = reduced && (await readDisplay(reduced.head, false))
  if (!display) return null
  const { step, reducedColumns: columns, reducedRows: rows } = reduced.reduction
  const mutable = toMutable(display)
  return mutable && { ...mutable, reduction: { step, columns, rows } }
}

const toMutable = ({
  windows,
  tables,
  padding,
  planes,
  shutter,
  frameShutters,
  ...rest
}: DisplayParameters): ImageMetadata['display'] => ({
  ...rest,
  windows: [...windows],
  tables: tables.map(({ levels, ...table }) => ({ ...table, levels: [...levels] })),
  ...(padding ? { padding: [...padding] } : {}),
  ...(planes ? { planes } : {}),
  ...(shutter ? { shutter: copyShutter(shutter) } : {}),
  ...(frameShutters
    ? { frameShutters: frameShutters.map((one) => (one ? copyShutter(one) : null)) }
    : {}),
})

const copyShutter = ({ grey, shapes }: NonNullable<DisplayParameters['shutter']>) => ({
  grey,
  shapes: shapes.map(copyShape),
})

type ShutterShape = NonNullable<DisplayParameters['shutter']>['shapes'][number]

const copyShape = (shape: ShutterShape) =>
  shape.kind === 'polygon'
    ? { ...shape, points: shape.points.map(([x, y]): [number, number] => [x, y]) }
    : { ...shape }

/** The side, view and orientation that the file states, as they are in the file. */
function readSides(dataSet: DataSet) {
  const { laterality, isContradictory } = readLaterality(dataSet)
  const { anatomicRegion, viewCode } = describeStudy(dataSet)
  const viewPosition = dataSet.code(tags.viewPosition)
  const [rows = '', columns = ''] = dataSet
    .text(viewerTags.patientOrientation)
    .split('\\')
    .map((value) => value.trim().toUpperCase())
  return {
    ImageLaterality: laterality,
    ViewPosition: viewPosition,
    ViewCodeMeaning: viewCode?.meaning ?? '',
    PatientOrientation:
      rows === '' && columns === '' ? null : ([rows, columns] as [string, string]),
    AnatomicalOrientationType: dataSet.code(viewerTags.anatomicalOrientationType),
    isSideContradictory:
      isContradictory ||
      hasContradictorySides({
        regionCode: anatomicRegion?.value ?? '',
        bodyPartExamined: dataSet.code(tags.bodyPartExamined),
        laterality,
        viewCode: viewCode?.value ?? '',
        viewPosition,
        descriptions: [],
      }),
  }
}

/** The attributes before the pixel data. An object without an image has zero rows. */
function readAttributes(dataSet: DataSet): ImageMetadata {
  const bitsAllocated = dataSet.word(tags.bitsAllocated) ?? defaults.bitsAllocated
  // The defaults belong together: twelve bits do not fit into eight.
  const bitsStored = dataSet.word(tags.bitsStored) ?? Math.min(defaults.bitsStored, bitsAllocated)
  const pixelSpacing = readSpacing(dataSet, tags.pixelSpacing)
  const imagerPixelSpacing = readSpacing(dataSet, tags.imagerPixelSpacing)
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
    PatientSpeciesDescription: dataSet.text(viewerTags.patientSpeciesDescription),
    PatientID: dataSet.text(tags.patientId),
    PatientName: dataSet.text(tags.patientName),
    ResponsiblePerson: dataSet.text(viewerTags.responsiblePerson),
    SeriesDescription: dataSet.text(tags.seriesDescription),
    InstitutionName: dataSet.text(viewerTags.institutionName),
    PatientWeight: dataSet.code(viewerTags.patientWeight),
    ...readSides(dataSet),
    display: null,
    spacing: readSpacingFacts(dataSet),
  }
}

import type { ImageDisplay, ImageMetadata, Stack } from '@talus/contract'
import { emptyCell, gapCell, getCellTransform, getSliceValues } from '@talus/volume'
import type { PlanePicture } from '@talus/volume'
import type { LoadedImage } from '../../viewer/core/loading/image-loader.ts'
import type { Pixels } from '../../viewer/core/loading/pixels.ts'
import type { GreyWindow } from '../../viewer/core/rendering/window.ts'

/** The attributes that a slice does not need: the overlay of stacks takes them from the file. */
const noAttributes = {
  PhotometricInterpretation: 'MONOCHROME2',
  BitsAllocated: 16,
  BitsStored: 16,
  HighBit: 15,
  PixelRepresentation: 1,
  PlanarConfiguration: 0,
  ImagerPixelSpacing: null,
  isCalibrated: true,
  StudyDate: '',
  StudyTime: '',
  SeriesNumber: '',
  PatientSpeciesDescription: '',
  PatientID: '',
  PatientName: '',
  ResponsiblePerson: '',
  SeriesDescription: '',
  InstitutionName: '',
  PatientWeight: '',
  ImageLaterality: '',
  ViewPosition: '',
  ViewCodeMeaning: '',
  PatientOrientation: null,
  AnatomicalOrientationType: '',
  isSideContradictory: false,
} as const

interface PictureFacts {
  readonly columns: number
  readonly rows: number
  readonly spacing: readonly [number, number] | null
  readonly display: Pick<ImageDisplay, 'samples' | 'slope' | 'intercept' | 'isInverted'>
  readonly window: GreyWindow | undefined
}

/** A slice or a plane in the form in which the viewer draws and measures images. */
function createImage(pixels: Pixels | undefined, facts: PictureFacts): LoadedImage {
  const { columns, rows, spacing, display, window } = facts
  const metadata: ImageMetadata = {
    ...noAttributes,
    SamplesPerPixel: display.samples,
    Rows: rows,
    Columns: columns,
    PixelSpacing: spacing ? [...spacing] : [1, 1],
    spacing: {
      pixelSpacing: spacing ? [...spacing] : null,
      imagerPixelSpacing: null,
      pixelAspectRatio: null,
      calibrationType: null,
      magnificationFactor: null,
      distanceSourceToDetector: null,
      distanceSourceToPatient: null,
    },
    display: {
      ...display,
      frames: 1,
      bits: display.samples === 3 ? 8 : 16,
      isSigned: true,
      windows: window
        ? [{ center: window.center, width: window.width, function: 'LINEAR', name: '' }]
        : [],
      tables: [],
    },
  }
  return { metadata, preview: undefined, pixels, fault: undefined }
}

export function createSliceImage(
  stack: Stack,
  phase: number,
  { index, pixels }: { readonly index: number; readonly pixels: Pixels | undefined },
  window: GreyWindow | undefined,
): LoadedImage {
  const { columns, rows, spacing, samples, isInverted } = stack
  const { slope, intercept } = getSliceValues(stack, phase, index)
  const display = { samples, slope, intercept, isInverted }
  return createImage(pixels, { columns, rows, spacing, display, window })
}

export function createPlaneImage(
  stack: Stack,
  phase: number,
  { picture, pixels }: { readonly picture: PlanePicture; readonly pixels: Pixels | undefined },
  window: GreyWindow | undefined,
): LoadedImage {
  const { slope, intercept } = getCellTransform(stack, phase)
  const { width: columns, height: rows, step } = picture
  return createImage(pixels, {
    columns,
    rows,
    spacing: [step, step],
    display: { samples: 1, slope, intercept, isInverted: stack.isInverted },
    window,
  })
}

/** Reads modality values; padding, gaps and places outside the volume have none (NaN). */
export function createCellReader({
  metadata,
  pixels,
}: LoadedImage): ((column: number, row: number) => number) | undefined {
  const level = pixels?.kind === 'grey' ? pixels.levels[0] : undefined
  if (!level || !metadata?.display) return undefined
  const { slope, intercept } = metadata.display
  const { values, columns, stepX, stepY } = level
  return (column, row) => {
    const cell = values[Math.floor(row / stepY) * columns + Math.floor(column / stepX)]
    return cell === undefined || cell === emptyCell || cell === gapCell
      ? Number.NaN
      : slope * cell + intercept
  }
}

import type { Attributes } from '../write/attributes.ts'
import type { CalibrationInput, ColourPixels, GreyPixels, LossyInput } from './inputs.ts'

export const createLossyAttributes = (lossy: LossyInput | undefined): Attributes => ({
  LossyImageCompression: lossy ? '01' : '00',
  LossyImageCompressionRatio: lossy?.ratio,
  LossyImageCompressionMethod: lossy?.method,
})

export function createGreyscaleAttributes(pixels: GreyPixels): Attributes {
  const { rows, columns, bitsAllocated, bitsStored, photometric, window } = pixels
  return {
    SamplesPerPixel: 1,
    PhotometricInterpretation: photometric,
    Rows: rows,
    Columns: columns,
    BitsAllocated: bitsAllocated,
    BitsStored: bitsStored,
    HighBit: bitsStored - 1,
    PixelRepresentation: 0,
    WindowCenter: window?.center ?? 2 ** (bitsStored - 1),
    WindowWidth: window?.width ?? 2 ** bitsStored,
  }
}

export const createColourAttributes = ({
  rows,
  columns,
  photometric,
}: ColourPixels): Attributes => ({
  SamplesPerPixel: 3,
  PhotometricInterpretation: photometric,
  PlanarConfiguration: 0,
  Rows: rows,
  Columns: columns,
  BitsAllocated: 8,
  BitsStored: 8,
  HighBit: 7,
  PixelRepresentation: 0,
})

/** Only for a calibrated image: the spacing of the detector is not that in the patient. */
export const createCalibrationAttributes = (
  calibration: CalibrationInput | undefined,
): Attributes => ({
  PixelSpacing: calibration?.spacingMm,
  PixelSpacingCalibrationType: calibration?.type,
  PixelSpacingCalibrationDescription: calibration?.description || calibration?.type,
})

/** A frame as the detector sends it: counts grow with dose, so that air is high and bone is low. */
export interface RawFrame {
  readonly width: number
  readonly height: number
  /** Used bits of a count. */
  readonly bits: number
  /** The count of a saturated pixel; by default the highest of the used bits. */
  readonly saturation?: number | undefined
  /** Pixel pitch of the detector in millimetres. */
  readonly pitch: number
  /** Row by row from the top left. Never changed: it is stored for reprocessing. */
  readonly data: Uint16Array
  /** The rows that arrived; those below have no counts. By default all of them. */
  readonly receivedRows?: number | undefined
}

/** The defective pixels and lines of a detector; found by calibration, repaired in each frame. */
export interface DefectMap {
  /** Indexes of single pixels, ascending, without those of whole lines. */
  readonly pixels: Uint32Array
  readonly rows: readonly number[]
  readonly columns: readonly number[]
}

/** The calibration of one detector. */
export interface Calibration {
  readonly width: number
  readonly height: number
  /** The mean dark frame. */
  readonly dark: Float32Array
  /** The gain map: the mean of the flat field divided by the value of the pixel in it. */
  readonly gain: Float32Array
  readonly defects: DefectMap
  /** Electronic noise in counts: one standard deviation of a dark pixel from frame to frame. */
  readonly darkNoise: number
  /** Counts after correction per microgray of air kerma at RQA5. */
  readonly countsPerMicrogray: number
}

export const noDefects: DefectMap = { pixels: new Uint32Array(0), rows: [], columns: [] }

export const getSaturation = ({ bits, saturation }: Pick<RawFrame, 'bits' | 'saturation'>) =>
  Math.min(saturation ?? Infinity, 2 ** bits - 1)

/**
 * A calibration without effect, for a detector that corrects its frames itself or is not
 * calibrated.
 */
export function createIdentityCalibration(
  { width, height }: Pick<RawFrame, 'width' | 'height'>,
  countsPerMicrogray: number,
): Calibration {
  return {
    width,
    height,
    dark: new Float32Array(width * height),
    gain: new Float32Array(width * height).fill(1),
    defects: noDefects,
    darkNoise: 4,
    countsPerMicrogray,
  }
}

export class FrameMismatch extends Error {
  override name = 'FrameMismatch'
}

/** Throws for a truncated frame or a calibration of another size, which would garble the image. */
export function assertFrame(frame: RawFrame, calibration: Calibration | undefined): void {
  const { width, height, data, bits } = frame
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new FrameMismatch(`a frame of ${width} x ${height} pixels`)
  if (bits < 8 || bits > 16) throw new FrameMismatch(`a frame of ${bits} bits`)
  if (data.length !== width * height)
    throw new FrameMismatch(`${data.length} counts in a frame of ${width} x ${height}`)
  if (calibration && (calibration.width !== width || calibration.height !== height))
    throw new FrameMismatch(
      `a calibration of ${calibration.width} x ${calibration.height} for a frame of ${width} x ${height}`,
    )
}

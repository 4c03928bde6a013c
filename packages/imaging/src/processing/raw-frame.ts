/** What a detector sends: counts that grow with dose, so that air is high and bone is low. */
export interface RawFrame {
  readonly width: number
  readonly height: number
  /** Bits of a count that are used; the highest count means that the pixel was saturated. */
  readonly bits: number
  /** Millimetres from pixel to pixel on the detector. */
  readonly pitch: number
  /** Row by row from the top left. Never changed: it is kept for processing again. */
  readonly data: Uint16Array
}

/** Places that never tell the truth; found once, repaired in each frame. */
export interface PanelDefects {
  /** Places in the data of single pixels, ascending; those of whole lines are not among them. */
  readonly pixels: Uint32Array
  readonly rows: readonly number[]
  readonly columns: readonly number[]
}

/** What is known of one detector. */
export interface Calibration {
  readonly width: number
  readonly height: number
  /** The mean of frames without radiation. */
  readonly dark: Float32Array
  /** What evens out the pixels: the mean of the flood field over the pixel's own value there. */
  readonly gain: Float32Array
  readonly defects: PanelDefects
  /** Electronic noise in counts: one standard deviation of a dark pixel from frame to frame. */
  readonly darkNoise: number
  /** Counts after correction per microgray of air kerma at RQA5. */
  readonly countsPerMicrogray: number
}

export const noDefects: PanelDefects = { pixels: new Uint32Array(0), rows: [], columns: [] }

export const saturationOf = ({ bits }: Pick<RawFrame, 'bits'>) => 2 ** bits - 1

/** Of a detector that corrects its frames itself, or of which nothing is known yet. */
export function trustingCalibration(
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

/** A frame cut short, or one of another detector, is refused: it would be shown askew. */
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

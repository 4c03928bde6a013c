import { prepareFrame } from './prepare.ts'
import { processPrepared } from './process.ts'
import type { ProcessedImage, ProcessOptions } from './process.ts'
import type { Calibration, RawFrame } from './raw-frame.ts'

/**
 * The same look from a reduced frame, to be on screen at once. Whoever wants the whole image too
 * prepares the frame once and calls `processPrepared` twice.
 */
export const previewFrame = (
  raw: RawFrame,
  calibration: Calibration | undefined,
  options: ProcessOptions,
  longestEdge: number,
): ProcessedImage => processPrepared(prepareFrame(raw, calibration), options, longestEdge)

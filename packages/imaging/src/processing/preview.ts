import { prepareFrame } from './prepare.ts'
import { processPrepared } from './process.ts'
import type { ProcessedImage, ProcessOptions } from './process.ts'
import type { Calibration, RawFrame } from './raw-frame.ts'

/**
 * Processes a downsampled frame with the same preset, for immediate display. A caller that also
 * needs the full image prepares the frame once and calls `processPrepared` twice. /
 */
export const previewFrame = (
  raw: RawFrame,
  calibration: Calibration | undefined,
  options: ProcessOptions,
  longestEdge: number,
): ProcessedImage => processPrepared(prepareFrame(raw, calibration), options, longestEdge)

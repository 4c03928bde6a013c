export { listPresets, getTargetIndex } from './body-part-presets.ts'
export { calibrate } from './calibrate.ts'
export type { CalibrationFrames } from './calibrate.ts'
export type { ContrastSettings } from './contrast.ts'
export { cropToField } from './crop.ts'
export {
  getExposureBand,
  computeDeviationIndex,
  exposureBands,
  computeExposureIndex,
  overexposedShare,
} from './exposure-index.ts'
export type { ExposureBand } from './exposure-index.ts'
export { computeFieldBounds } from './field.ts'
export type { Point as FieldPoint, Rectangle } from './field.ts'
export { prepareFrame } from './prepare.ts'
export type { PreparedFrame } from './prepare.ts'
export { presetIds, presets } from './presets.ts'
export type { Preset, PresetId } from './presets.ts'
export { previewFrame } from './preview.ts'
export { processFrame, processPrepared } from './process.ts'
export type { Exposure, FrameStatistics, ProcessedImage, ProcessOptions } from './process.ts'
export { FrameMismatch, noDefects, createIdentityCalibration } from './raw-frame.ts'
export type { Calibration, DefectMap, RawFrame } from './raw-frame.ts'
export { outputBits } from './tone.ts'
export type { ToneSettings, ToneWindow } from './tone.ts'

export {
  countsPerMas,
  countsPerMicrogray,
  countsPerQuantum,
  createDetector,
  simulateDarkFrame,
  electronicNoise,
  simulateFlatField,
} from './physics/detector.ts'
export type { DetectorDefects, Detector } from './physics/detector.ts'
export type { Point } from './scene/geometry.ts'
export { detectorSeeds, simulatedPanels } from './physics/panels.ts'
export type { SimulatedPanel } from './physics/panels.ts'
export { simulateFrame } from './simulate.ts'
export type { AnimalSize, FrameRequest, SimulatedFrame } from './frame.ts'
export { simulateScan } from './scan/simulate-scan.ts'
export type { ScanRequest } from './scan/simulate-scan.ts'
export type { SimulatedScan } from './scan/acquisition.ts'
export { simulateMr } from './scan/simulate-mr.ts'
export type { MrRequest } from './scan/simulate-mr.ts'

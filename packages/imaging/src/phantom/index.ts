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
export type { ScanRequest, SimulatedScan } from './scan/simulate-scan.ts'

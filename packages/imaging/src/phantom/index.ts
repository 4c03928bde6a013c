export {
  countsPerMas,
  countsPerMicrogray,
  countsPerQuantum,
  createDetector,
  darkFrame,
  electronicNoise,
  flatFrame,
} from './detector.ts'
export type { Defects, Detector } from './detector.ts'
export type { Point } from './geometry.ts'
export { detectorSeeds, simulatedPanels } from './panels.ts'
export type { SimulatedPanel } from './panels.ts'
export { simulateFrame } from './simulate.ts'
export type { AnimalSize, FrameRequest, SimulatedFrame } from './frame.ts'

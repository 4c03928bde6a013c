export { GeneratorAbsent, GeneratorSilent, ValueNotInScale } from './driver.ts'
export type * from './driver.ts'
export {
  getCaptureId,
  isCapturing,
  getTimeLimit,
  readsMax,
  defaultExposureLimits,
} from './exposure/exposure.ts'
export type * from './exposure/exposure.ts'
export { transition } from './exposure/transition.ts'
export {
  findChanges,
  formatGeneratorStatus,
  parseGeneratorStatus,
} from './generator/status-lines.ts'
export { noGenerator } from './generator/no-generator.ts'
export { findNearest, findNeighbour, isInScale, defaultScales } from './generator/scales.ts'
export {
  exState,
  isAvailable,
  isExposing,
  computeMaMax,
  computeMx,
  stepMx,
  defaultTubeLimits,
  applyOrder,
} from './generator/technique.ts'
export type { TubeLimits } from './generator/technique.ts'
export { defaultDialect } from './serial/dialect.ts'
export type { SerialDialect } from './serial/dialect.ts'
export { encodeMessage, createSerialDecoder } from './serial/messages.ts'
export type { SerialMessage, SerialStyle } from './serial/messages.ts'
export { createSerialGenerator } from './serial/serial-generator.ts'
export type { SerialPort } from './serial/serial-port.ts'
export { toBytes } from './simulator/simulated-frame.ts'
export type {
  SimulatedFrame,
  FrameSimulator,
  SimulatedExposure,
} from './simulator/simulated-frame.ts'
export { createSimulator } from './simulator/simulator.ts'
export type { Simulator } from './simulator/simulator.ts'
export { createSimulatedGenerator } from './simulator/simulated-generator.ts'
export type { SimulatedGenerator } from './simulator/simulated-generator.ts'
export { createSimulatedSensor } from './simulator/simulated-sensor.ts'
export type { SimulatedSensor } from './simulator/simulated-sensor.ts'
export type { HeldExposure, SensorMemory } from './simulator/simulated-panel.ts'
export { simulateTestObject } from './simulator/test-object.ts'
export { createTimerGroup } from './timing.ts'
export type { Timing } from './timing.ts'

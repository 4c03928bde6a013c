export { GeneratorAbsent, GeneratorSilent } from './driver.ts'
export type * from './driver.ts'
export { captureOf, isCapturing, limitOf, readsMax, usualLimits } from './exposure/exposure.ts'
export type * from './exposure/exposure.ts'
export { next } from './exposure/next.ts'
export { changesBetween, linesOf, valuesOf } from './generator/lines.ts'
export { noGenerator } from './generator/no-generator.ts'
export { nearest, neighbour, usualScales } from './generator/scales.ts'
export {
  exState,
  isAvailable,
  maMaxOf,
  mxOf,
  stepMx,
  usualTube,
  withOrder,
} from './generator/technique.ts'
export type { TubeLimits } from './generator/technique.ts'
export { usualDialect } from './serial/dialect.ts'
export type { SerialDialect } from './serial/dialect.ts'
export { encodeMessage, serialDecoder } from './serial/frames.ts'
export type { SerialMessage, SerialStyle } from './serial/frames.ts'
export { serialGenerator } from './serial/serial-generator.ts'
export type { ByteLine } from './serial/serial-generator.ts'
export { bytesOf } from './simulator/made-frame.ts'
export type { MadeFrame, MakeFrame, SimulatedExposure } from './simulator/made-frame.ts'
export { randomFrom } from './simulator/random.ts'
export { simulatedRoom } from './simulator/room.ts'
export type { SimulatedRoom } from './simulator/room.ts'
export { simulatedGenerator } from './simulator/simulated-generator.ts'
export type { SimulatedGenerator } from './simulator/simulated-generator.ts'
export { simulatedSensor } from './simulator/simulated-sensor.ts'
export type { HeldExposure, SensorMemory, SimulatedSensor } from './simulator/simulated-sensor.ts'
export { testObject } from './simulator/test-object.ts'
export { timerGroup } from './timing.ts'
export type { Timing } from './timing.ts'

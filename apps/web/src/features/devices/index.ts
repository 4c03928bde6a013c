/**
 * The sensor and the generator of this machine. Features that expose or start studies use it through
 * this door: one connection to each device serves the whole page.
 */
export { switchGeneratorOn } from '../../api/generator.ts'
export { checkDevices } from './check-devices.ts'
export type { DeviceCircumstances, DeviceProblem } from './check-devices.ts'
export { DeviceChips } from './device-chips.tsx'
export { openHardwareStatus } from './hardware-status.tsx'
export type { SensorListener } from './sensor-link.ts'
export { healthOf, isCapture } from './sensor-state.ts'
export type { SensorState, SensorStatus } from './sensor-state.ts'
export { TechniqueBar } from './technique-bar.tsx'
export type { TechniqueSubject } from './techniques.ts'
export { useGenerator } from './use-generator.ts'
export type { GeneratorView } from './use-generator.ts'
export { useSensor, useSensorEvents } from './use-sensor.ts'
export type { Modality, SensorView } from './use-sensor.ts'
export { validateDevices } from './validate-devices.ts'

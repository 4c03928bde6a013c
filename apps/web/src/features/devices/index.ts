/**
 * The sensor and the generator of this computer. Features that capture images or start studies
 * import this entry point only; one connection to each device serves the whole page.
 */
export { switchGeneratorOn } from '../../api/generator.ts'
export { checkDevices } from './check-devices.ts'
export type { DeviceSnapshot, DeviceProblem } from './check-devices.ts'
export { DeviceChips } from './status/device-chips.tsx'
export { openHardwareStatus } from './status/hardware-status.tsx'
export type { SensorListener } from './sensor/sensor-connection.ts'
export { parseHealth, isCapturing } from './sensor/sensor-state.ts'
export type { SensorState, SensorStatus } from './sensor/sensor-state.ts'
export { TechniqueBar } from './technique/technique-bar.tsx'
export type { TechniqueSubject } from './technique/techniques.ts'
export { useGenerator } from './generator/use-generator.ts'
export type { GeneratorView } from './generator/use-generator.ts'
export { useSensor, useSensorEvents } from './sensor/use-sensor.ts'
export type { Modality, SensorView } from './sensor/use-sensor.ts'
export { validateDevices } from './validate-devices.ts'

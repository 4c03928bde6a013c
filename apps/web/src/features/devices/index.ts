/**
 * The sensor and the generator of this computer. Features that capture images or start studies
 * import this entry point only; one connection to each device serves the whole page.
 */
export { switchGeneratorOn } from '../../api/generator.ts'
export {
  getEnteredTechnique,
  onEnteredTechnique,
  restoreGenerator,
} from './generator/generator-connection.ts'
export { DeviceChips } from './status/device-chips.tsx'
export type { SensorState, SensorStatus } from './sensor/sensor-state.ts'
export { TechniqueBar } from './technique/technique-bar.tsx'
export { useSensor, useSensorEvents } from './sensor/use-sensor.ts'
export type { SensorView } from './sensor/use-sensor.ts'
export { findOtherUse } from './sensor/sensor-use.ts'
export { validateDevices } from './validate-devices.ts'

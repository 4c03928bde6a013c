import type { GeneratorOrder } from '@talus/contract'
import { isExposing, isInScale, ValueNotInScale } from '@talus/devices'
import type { ExposureState, GeneratorDriver, GeneratorValues } from '@talus/devices'
import { refuse } from './refusal.ts'

/** The parts of the sensor that is exposed by the generator. */
interface LeasedSensor {
  readonly state: () => ExposureState
  /** Refuses if the sensor is leased to the sender of another order. */
  readonly requireFreeOrHeld: (leaseId: string | undefined) => void
}

/**
 * Passes orders to the generator. It is leased together with its sensor: while that is armed, only
 * the holder of the lease changes a value, so that no other page changes the technique of an
 * exposure. During an exposure nothing changes.
 */
export function createGeneratorControl(
  driver: GeneratorDriver,
  /** Undefined if there is no sensor of the kind that the generator exposes. */
  getSensor: () => LeasedSensor | undefined,
) {
  /** True from the pressed switch until the image is read from the sensor and on the disk. */
  function isInExposure(): boolean {
    const values = readValues()
    if (values && isExposing(values)) return true
    const state = getSensor()?.state()
    return state === 'RadiationReceived' || state === 'LoadingImage'
  }

  /** Undefined if there is no generator, or if it does not answer. */
  function readValues(): GeneratorValues | undefined {
    try {
      return driver.status()
    } catch {
      return undefined
    }
  }

  async function set(order: GeneratorOrder, value: number, leaseId: string | undefined) {
    if (!isInScale(driver.scales(), order, value))
      throw new ValueNotInScale(`The generator has no value ${value} for ${order}`)
    getSensor()?.requireFreeOrHeld(leaseId)
    const values = readValues()
    const isBusy = order === 'pw' && value === 0 ? isInExposure() : values && isExposing(values)
    if (isBusy) refuse('bridge/exposing')
    return driver.set(order, value)
  }

  return { set, isInExposure, readValues, driver }
}

export type GeneratorControl = ReturnType<typeof createGeneratorControl>

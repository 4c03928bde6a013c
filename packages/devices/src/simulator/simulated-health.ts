import type { SimulatorSensorFault } from '@talus/contract'
import type { SensorHealth } from '../driver.ts'
import type { Timing } from '../timing.ts'
import type { SensorProfile } from './profiles.ts'

const hourMs = 3_600_000
const drainPerHour = 6
const drainPerExposure = 0.1
const warmthPerExposure = 0.6
const coolingHalfMs = 600_000

/** Simulates a battery that drains, and a panel that warms up with each exposure and cools down. */
export function createSimulatedHealth(
  profile: SensorProfile,
  timing: Timing,
  random: () => number,
) {
  const startedAt = timing.now()
  let exposures = 0
  let warmth = 0
  let warmedAt = startedAt

  const getWarmth = () => warmth * 0.5 ** ((timing.now() - warmedAt) / coolingHalfMs)
  const getBattery = (isLow: boolean) => {
    if (profile.battery === null) return null
    if (isLow) return 6
    const drained =
      ((timing.now() - startedAt) / hourMs) * drainPerHour + exposures * drainPerExposure
    // The panel is assumed to be charged from time to time.
    return Math.max(35, Math.round(profile.battery - drained))
  }

  function getLevel(battery: number | null, temp: number): SensorHealth['health'] {
    if (temp >= 48) return 'Error'
    return temp >= 42 || (battery !== null && battery <= 15) ? 'Warn' : 'Ok'
  }

  return {
    warmUp: () => {
      warmth = getWarmth() + warmthPerExposure
      warmedAt = timing.now()
      exposures += 1
    },
    now: (faults: ReadonlySet<SimulatorSensorFault>, isConnected: boolean): SensorHealth => {
      if (!isConnected)
        return {
          health: 'Error',
          battery: null,
          temp: null,
          latency: null,
          isConnected,
          connectionType: 'Disconnected',
        }
      const battery = getBattery(faults.has('low-battery'))
      const isHot = faults.has('over-temperature')
      const temp = isHot ? 51.5 : Math.round((profile.temp + getWarmth()) * 10) / 10
      const latency = Math.round((profile.latency + random() * profile.latency) * 10) / 10
      const { connectionType } = profile
      return {
        health: getLevel(battery, temp),
        battery,
        temp,
        latency,
        isConnected,
        connectionType,
      }
    },
  }
}

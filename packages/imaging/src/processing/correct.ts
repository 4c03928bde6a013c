import { saturationOf } from './raw-frame.ts'
import type { Calibration, RawFrame } from './raw-frame.ts'

/** Counts without offset and with all pixels alike; defects are still in it. */
export function correct(frame: RawFrame, calibration: Calibration | undefined): Float32Array {
  const { data } = frame
  const corrected = new Float32Array(data.length)
  if (!calibration) {
    corrected.set(data)
    return corrected
  }
  const { dark, gain } = calibration
  const saturation = saturationOf(frame)
  for (let at = 0; at < data.length; at += 1) {
    const count = data[at] ?? 0
    // A saturated pixel knows nothing of its gain: multiplied, air would show the gain map.
    const even = count >= saturation ? saturation : (count - (dark[at] ?? 0)) * (gain[at] ?? 1)
    corrected[at] = even > 0 ? even : 0
  }
  return corrected
}

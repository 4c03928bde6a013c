import { getSaturation } from './raw-frame.ts'
import type { Calibration, RawFrame } from './raw-frame.ts'

/** Applies dark frame and gain map; defects are not repaired yet. */
export function correctFrame(
  frame: RawFrame,
  calibration: Calibration | undefined,
  buffer?: Float32Array,
): Float32Array {
  const { data } = frame
  const corrected = buffer?.length === data.length ? buffer : new Float32Array(data.length)
  if (!calibration) {
    corrected.set(data)
    return corrected
  }
  const { dark, gain } = calibration
  for (let at = 0; at < corrected.length; at += 1) {
    corrected[at] = Math.max(0, ((data[at] ?? 0) - (dark[at] ?? 0)) * (gain[at] ?? 1))
  }
  // The gain must not be applied to saturated pixels: air would show the gain map. Most frames have
  // none, and `indexOf` takes a tenth of the time of checking each pixel in the loop above.
  const saturation = getSaturation(frame)
  const first = data.indexOf(saturation)
  for (let at = first; at !== -1 && at < corrected.length; at += 1)
    if ((data[at] ?? 0) >= saturation) corrected[at] = saturation
  return corrected
}

import { saturationOf } from './raw-frame.ts'
import type { Calibration, RawFrame } from './raw-frame.ts'

/** Counts without offset and with all pixels alike; defects are still in it. */
export function correct(
  frame: RawFrame,
  calibration: Calibration | undefined,
  room?: Float32Array,
): Float32Array {
  const { data } = frame
  const corrected = room?.length === data.length ? room : new Float32Array(data.length)
  if (!calibration) {
    corrected.set(data)
    return corrected
  }
  const { dark, gain } = calibration
  for (let at = 0; at < corrected.length; at += 1) {
    corrected[at] = Math.max(0, ((data[at] ?? 0) - (dark[at] ?? 0)) * (gain[at] ?? 1))
  }
  // A saturated pixel knows nothing of its gain: multiplied, air would show the gain map. Most frames
  // have none, and to search for the first takes a tenth of the time of looking at each here.
  const saturation = saturationOf(frame)
  const first = data.indexOf(saturation)
  for (let at = first; at !== -1 && at < corrected.length; at += 1)
    if ((data[at] ?? 0) >= saturation) corrected[at] = saturation
  return corrected
}

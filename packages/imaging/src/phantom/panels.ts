import { lying, sensor, upright } from './setup.ts'

/** Gain, offset and defects of a simulated panel follow from its number and its size. */
export interface SimulatedPanel {
  readonly detectorSeed: number
  readonly width: number
  readonly height: number
}

/** Each of the two sensors of the simulator has dead pixels of its own. */
export const detectorSeeds = { general: 1, dental: 2 } as const

const panel = (detectorSeed: number, { width, height }: typeof lying): SimulatedPanel => ({
  detectorSeed,
  width,
  height,
})

/** What frames of the simulator come from; the large panel lies or stands. */
export const simulatedPanels = {
  general: [panel(detectorSeeds.general, lying), panel(detectorSeeds.general, upright)],
  dental: [panel(detectorSeeds.dental, sensor)],
} as const

import { landscapePanel, dentalSensor, portraitPanel } from '../scene/panel-setup.ts'

/** The seed and size of a simulated panel, which determine its gain, offset and defects. */
export interface SimulatedPanel {
  readonly detectorSeed: number
  readonly width: number
  readonly height: number
}

/** Seeds of the two sensors of the simulator, which have different dead pixels. */
export const detectorSeeds = { general: 1, dental: 2 } as const

const createPanel = (
  detectorSeed: number,
  { width, height }: typeof landscapePanel,
): SimulatedPanel => ({
  detectorSeed,
  width,
  height,
})

/** The panels of the simulator; the large one is used in landscape and portrait orientation. */
export const simulatedPanels = {
  general: [
    createPanel(detectorSeeds.general, landscapePanel),
    createPanel(detectorSeeds.general, portraitPanel),
  ],
  dental: [createPanel(detectorSeeds.dental, dentalSensor)],
} as const

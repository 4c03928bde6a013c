import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createDetector, darkFrame, flatFrame } from '@talus/imaging/phantom'
import type { SimulatedPanel } from '@talus/imaging/phantom'
import { calibrate } from '@talus/imaging/processing'
import type { Calibration, RawFrame } from '@talus/imaging/processing'
import { z } from 'zod'
import { readCalibration, writeCalibration } from './calibration-file.ts'

/** What drivers tell of a sensor, each as much as it knows. */
const Told = z.object({
  /** Of a simulated panel: its dark and flood frames follow from it. */
  detectorSeed: z.int().optional(),
  countsPerMicrogray: z.number().positive().optional(),
  /** Of a detector that corrects its frames, but leaves a pedestal below them. */
  offset: z.number().nonnegative().optional(),
})
export type Told = z.output<typeof Told>

/** Undefined where it says nothing that is understood here. */
export const toldOf = (calibration: unknown): Told | undefined =>
  Told.safeParse(calibration ?? {}).data

export interface CalibratedPanel extends SimulatedPanel {
  readonly countsPerMicrogray: number
}

/** As makers do it: the mean of eight has a third of the noise of one. */
const frameCount = 8
/** A large panel lying and standing, of 52 MB each, and a small one; more are a short read away. */
const keptAtOnce = 3

const nameOf = ({ detectorSeed, countsPerMicrogray, width, height }: CalibratedPanel) =>
  `panel-${detectorSeed}-${countsPerMicrogray}-${width}x${height}.calibration`
const panelOf = (name: string): CalibratedPanel | undefined => {
  const found = /^panel-(-?\d+)-([\d.]+)-(\d+)x(\d+)\.calibration$/u.exec(name)
  if (!found) return undefined
  const [detectorSeed = 0, countsPerMicrogray = 0, width = 0, height = 0] = found
    .slice(1)
    .map(Number)
  return { detectorSeed, countsPerMicrogray, width, height }
}

function made({ detectorSeed, countsPerMicrogray, width, height }: CalibratedPanel): Calibration {
  const detector = createDetector(detectorSeed, width, height)
  const frame = (data: Uint16Array): RawFrame => ({ width, height, bits: 14, pitch: 1, data })
  const several = (make: (seed: number) => Uint16Array) =>
    Array.from({ length: frameCount }, (_, at) => frame(make(at + 1)))
  return calibrate({
    darks: several((seed) => darkFrame(detector, seed)),
    floods: several((seed) => flatFrame(detector, seed)),
    countsPerMicrogray,
  })
}

/** The last used ones in memory, all others in files. */
export function calibrationKeeper(note: (text: string) => void) {
  const kept = new Map<string, Calibration>()

  function keep(name: string, calibration: Calibration): Calibration {
    kept.delete(name)
    kept.set(name, calibration)
    for (const oldest of kept.keys()) if (kept.size > keptAtOnce) kept.delete(oldest)
    return calibration
  }

  function ofPanel(panel: CalibratedPanel, folder: string | undefined): Calibration {
    const name = nameOf(panel)
    const path = folder === undefined ? undefined : join(folder, name)
    const known = kept.get(name) ?? (path === undefined ? undefined : readCalibration(path))
    // One of another size would be worse than none; it is made again.
    if (known?.width === panel.width && known.height === panel.height) return keep(name, known)
    const calibration = keep(name, made(panel))
    try {
      if (path !== undefined) writeCalibration(path, calibration)
    } catch (error) {
      note(`a calibration was not kept: ${String(error)}`)
    }
    return calibration
  }

  /** Into memory, so that the next frame does not wait for it. */
  function recall(folder: string | undefined): void {
    if (folder === undefined) return
    try {
      const usedAt = (name: string) => statSync(join(folder, name)).mtimeMs
      const panels = readdirSync(folder)
        .filter((name) => panelOf(name) !== undefined)
        .toSorted((one, other) => usedAt(other) - usedAt(one))
        .slice(0, keptAtOnce)
        .map(panelOf)
        .toReversed()
      for (const panel of panels) if (panel) ofPanel(panel, folder)
    } catch {
      // There is no such folder before the first frame.
    }
  }

  return { ofPanel, recall }
}

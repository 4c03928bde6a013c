import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createDetector, simulateDarkFrame, simulateFlatField } from '@talus/imaging/phantom'
import type { SimulatedPanel } from '@talus/imaging/phantom'
import { calibrate } from '@talus/imaging/processing'
import type { Calibration, RawFrame } from '@talus/imaging/processing'
import { z } from 'zod'
import { readCalibration, writeCalibration } from './calibration-file.ts'

/** Calibration data of a sensor; each driver sends what it knows. */
const CalibrationInfo = z.object({
  /** Seed of a simulated panel, from which its dark and flat frames are generated. */
  detectorSeed: z.int().optional(),
  countsPerMicrogray: z.number().positive().optional(),
  /** The count of a saturated pixel; many detectors clip below the highest count of their bits. */
  saturation: z.number().positive().optional(),
  /** Constant pedestal that a self-correcting detector leaves in its frames. */
  offset: z.number().nonnegative().optional(),
})
export type CalibrationInfo = z.output<typeof CalibrationInfo>

/** Undefined if the data is not understood. */
export const parseCalibrationInfo = (calibration: unknown): CalibrationInfo | undefined =>
  CalibrationInfo.safeParse(calibration ?? {}).data

export interface CalibratedPanel extends SimulatedPanel {
  readonly countsPerMicrogray: number
}

/** As vendors do it: the mean of eight frames has a third of the noise of one. */
const frameCount = 8
/** A large panel in both orientations, 52 MB each, and small ones; others are read from files. */
const cachedBytesMax = 160_000_000
const computeBytes = ({ width, height }: Pick<Calibration, 'width' | 'height'>) =>
  8 * width * height
/** Part of every file name: raise it when the simulation or the calibration changes. */
const version = 1

const toFileName = ({ detectorSeed, countsPerMicrogray, width, height }: CalibratedPanel) =>
  `panel-v${version}-${detectorSeed}-${countsPerMicrogray}-${width}x${height}.calibration`
const parseFileName = (name: string): CalibratedPanel | undefined => {
  const found = /^panel-v(\d+)-(-?\d+)-([\d.]+)-(\d+)x(\d+)\.calibration$/u.exec(name)
  if (Number(found?.[1]) !== version) return undefined
  const [, , ...numbers] = found ?? []
  const [detectorSeed = 0, countsPerMicrogray = 0, width = 0, height = 0] = numbers.map(Number)
  return { detectorSeed, countsPerMicrogray, width, height }
}

function simulateCalibration({
  detectorSeed,
  countsPerMicrogray,
  width,
  height,
}: CalibratedPanel): Calibration {
  const detector = createDetector(detectorSeed, width, height)
  const frame = (data: Uint16Array): RawFrame => ({ width, height, bits: 14, pitch: 1, data })
  const several = (make: (seed: number) => Uint16Array) =>
    Array.from({ length: frameCount }, (_, at) => frame(make(at + 1)))
  return calibrate({
    darkFrames: several((seed) => simulateDarkFrame(detector, seed)),
    flatFields: several((seed) => simulateFlatField(detector, seed)),
    countsPerMicrogray,
  })
}

/** A cache of calibrations: the last used ones in memory, all of them in files. */
export function createCalibrationCache(addNote: (text: string) => void) {
  const cached = new Map<string, Calibration>()

  function addToCache(name: string, calibration: Calibration): Calibration {
    cached.delete(name)
    cached.set(name, calibration)
    let bytes = [...cached.values()].reduce((sum, one) => sum + computeBytes(one), 0)
    for (const [oldest, one] of cached) {
      if (bytes <= cachedBytesMax || cached.size === 1) break
      cached.delete(oldest)
      bytes -= computeBytes(one)
    }
    return calibration
  }

  function getCalibration(panel: CalibratedPanel, folder: string | undefined): Calibration {
    const name = toFileName(panel)
    const path = folder === undefined ? undefined : join(folder, name)
    const known = cached.get(name) ?? (path === undefined ? undefined : readCalibration(path))
    // A calibration of another size must not be used; it is computed again.
    if (known?.width === panel.width && known.height === panel.height)
      return addToCache(name, known)
    const calibration = addToCache(name, simulateCalibration(panel))
    try {
      if (path !== undefined) writeCalibration(path, calibration)
    } catch (error) {
      addNote(`a calibration was not kept: ${String(error)}`)
    }
    return calibration
  }

  /** Loads the last used calibrations into memory, so that the next frame does not wait. */
  function preload(folder: string | undefined): void {
    if (folder === undefined) return
    try {
      const usedAt = (name: string) => statSync(join(folder, name)).mtimeMs
      const names = readdirSync(folder).filter((name) => parseFileName(name) !== undefined)
      let bytes = 0
      const newestFirst = names
        .toSorted((one, other) => usedAt(other) - usedAt(one))
        .flatMap((name) => parseFileName(name) ?? [])
        .filter((panel) => (bytes += computeBytes(panel)) <= cachedBytesMax)
      for (const panel of newestFirst.toReversed()) getCalibration(panel, folder)
    } catch {
      // The folder does not exist before the first frame.
    }
  }

  return { getCalibration, preload }
}

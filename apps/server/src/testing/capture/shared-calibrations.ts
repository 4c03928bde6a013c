import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The calibrations of the simulated panels, by file name. The test files of a worker share them:
 * computing one takes longer than most tests.
 */
const calibrations = new Map<string, Uint8Array>()

/** A server reads all of its files at its start: the large ones of full resolution are not shared. */
const sharedBytesMax = 20_000_000

const toFolder = (dataFolder: string) => join(dataFolder, 'calibrations')

/** Gives a server, before its first frame, the calibrations that earlier ones have computed. */
export async function provideCalibrations(dataFolder: string): Promise<void> {
  if (calibrations.size === 0) return
  await mkdir(toFolder(dataFolder), { recursive: true })
  for (const [name, bytes] of calibrations) await writeFile(join(toFolder(dataFolder), name), bytes)
}

/** Keeps the calibrations that a server has computed; they depend only on the panel. */
export async function keepCalibrations(dataFolder: string): Promise<void> {
  const names = await readdir(toFolder(dataFolder)).catch(() => [])
  for (const name of names) {
    if (!name.endsWith('.calibration') || calibrations.has(name)) continue
    const bytes = await readFile(join(toFolder(dataFolder), name))
    if (bytes.length <= sharedBytesMax) calibrations.set(name, bytes)
  }
}

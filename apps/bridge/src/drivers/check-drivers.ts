import { access, constants, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, parse, relative, resolve, sep } from 'node:path'
import type { BridgeConfigFault, BridgeDrivers, BridgeSensorName } from '@talus/contract'
import type { Config } from '../config.ts'
import { tryOpenSerialPort } from './serial-port.ts'

type FolderFault = Extract<BridgeConfigFault['fault'], `folder/${string}`>

/**
 * Checks on this computer whether the chosen drivers can work. Returns the first field that has to
 * be corrected.
 */
export async function checkDrivers(
  next: BridgeDrivers,
  config: Config,
): Promise<BridgeConfigFault | undefined> {
  for (const name of ['general', 'dental'] as const) {
    const drivers = next[name]
    if (drivers.driver !== 'folder') continue
    const field = name === 'general' ? 'generalFolder' : 'dentalFolder'
    const fault = await checkFolder(drivers.folder, name, config)
    if (fault) return { field, fault }
  }
  const { general, dental, generator } = next
  if (
    general.driver === 'folder' &&
    dental.driver === 'folder' &&
    isInside(resolve(dental.folder), resolve(general.folder))
  )
    return { field: 'dentalFolder', fault: 'folder/same' }
  if (generator.driver !== 'serial' || isOpenAlready(generator.path, config)) return undefined
  try {
    await tryOpenSerialPort(generator)
    return undefined
  } catch {
    return { field: 'serialPath', fault: 'serial/not-opened' }
  }
}

/** The port of the generator in use is open, and a second program could not open it. */
const isOpenAlready = (path: string, { drivers: { generator } }: Config) =>
  generator.driver === 'serial' && generator.path === path

/** Whether one folder is the other one or contains it, in either direction. */
function isInside(a: string, b: string): boolean {
  const contains = (outer: string, inner: string) => {
    const path = relative(outer, inner)
    return path === '' || (!path.startsWith(`..${sep}`) && path !== '..' && !isAbsolute(path))
  }
  return contains(a, b) || contains(b, a)
}

/**
 * The folder driver takes every file out of its folder, and sets aside those that it cannot read. A
 * folder with other files in it, such as a user's documents, is therefore refused.
 */
async function checkFolder(
  folder: string,
  name: BridgeSensorName,
  config: Config,
): Promise<FolderFault | undefined> {
  if (!isAbsolute(folder)) return 'folder/not-absolute'
  const path = resolve(folder)
  const isDefault = path === config.defaultFolders[name]
  if (isDefault) await mkdir(path, { recursive: true })
  const isReserved =
    path === parse(path).root ||
    path === resolve(homedir()) ||
    (!isDefault && isInside(path, config.dataFolder))
  if (isReserved) return 'folder/reserved'
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return 'folder/missing'
  // A link into the data folder is as dangerous as the folder itself.
  const real = await realpath(path)
  const data = await realpath(config.dataFolder)
  if (!isDefault && isInside(real, data)) return 'folder/reserved'
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return 'folder/not-writable'
  }
  const current = config.drivers[name]
  if (current.driver === 'folder' && resolve(current.folder) === path) return undefined
  return (await readdir(path)).length === 0 ? undefined : 'folder/not-empty'
}

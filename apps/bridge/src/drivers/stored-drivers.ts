import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { BridgeDrivers } from '@talus/contract'
import { getErrorCode } from '@talus/node-kit/error-code'
import { writeDurably } from '@talus/node-kit/write-durably'

const fileName = 'drivers.json'

/**
 * Reads the drivers that were chosen on the screen; undefined before the first choice. A damaged
 * file is set aside: the bridge then starts without devices, instead of not starting.
 */
export function readStoredDrivers(folder: string): BridgeDrivers | undefined {
  const path = join(folder, fileName)
  try {
    return BridgeDrivers.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') renameSync(path, `${path}.damaged`)
    return undefined
  }
}

export const storeDrivers = (folder: string, drivers: BridgeDrivers): Promise<void> =>
  writeDurably(join(folder, fileName), Buffer.from(`${JSON.stringify(drivers, null, 2)}\n`))

import { join } from 'node:path'
import { root } from '../child.ts'
import { getDataFolder } from '../service/this-computer.ts'

/** The folder of the update; beside the checkout, so that a rename moves what was built. */
const folder = join(root, '.update')

export const paths = {
  folder,
  /** The new version while it is built. */
  next: join(folder, 'next'),
  /** The folders that the new version has replaced. */
  former: join(folder, 'former'),
  journal: join(folder, 'journal.json'),
  /** The version that was rolled back; see failed-version.ts. */
  failed: join(folder, 'failed.json'),
  /** The name of the version in `next`, written when it is whole. */
  prepared: join(folder, 'prepared'),
}

/** The files by which the update and the server talk; see apps/server/src/trial-start.ts. */
export function getExchangePaths() {
  const exchange = join(getDataFolder(), 'update')
  return {
    folder: exchange,
    trial: join(exchange, 'trial'),
    starts: join(exchange, 'starts'),
    failure: join(exchange, 'failure.txt'),
    passed: join(exchange, 'passed'),
    accepted: join(exchange, 'accepted'),
    /** The database as the former version left it. */
    database: join(exchange, 'talus.sqlite'),
  }
}

/** The built parts, which git does not know. */
export const builtFolders = ['apps/web/dist', 'apps/server/dist', 'apps/bridge/dist']

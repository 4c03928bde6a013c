import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * What a thread knows of the environment: nothing of what the server was started with, secrets among
 * it. Only where compiled code is kept, so that a thread need not compile what the server has compiled.
 */
export function threadEnvironment(): Readonly<Record<string, string>> {
  // Below the folder of the setting there is one for each version of Node.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

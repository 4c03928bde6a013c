import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * The environment of a thread: none of the server's variables, which include secrets, but the
 * compile cache, so that a thread need not compile again what the server has compiled.
 */
export function getThreadEnvironment(): Readonly<Record<string, string>> {
  // Node uses a sub-folder of the configured folder for each of its versions.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vitest/config'
import { root } from '../child.ts'

const threadUrl = /new URL\('\.\/([\w-]+-(?:worker|thread))\.ts', import\.meta\.url\)/gu
const program = /[\\/]apps[\\/](server|bridge)[\\/]src[\\/](?!testing[\\/])/u

/**
 * Starts the threads of server and bridge from the built programs, as the product does. A thread of
 * the sources loads some fifty files, whose types Node removes one by one, and takes three times the
 * processor time. `build-before-tests.ts` has built the programs.
 */
export const builtThreads: Plugin = {
  name: 'talus-built-threads',
  // Before Vite removes the types, which also changes the quotes.
  enforce: 'pre',
  transform(code, id) {
    const app = program.exec(id)?.[1]
    if (app === undefined || !code.includes('import.meta.url')) return undefined
    return code.replaceAll(threadUrl, (source, name: string) => {
      const built = join(root, 'apps', app, 'dist', `${name}.js`)
      return existsSync(built) ? `new URL('${pathToFileURL(built).href}')` : source
    })
  },
}

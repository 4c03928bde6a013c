// Bundles server and bridge, each into a few files instead of some 1,300: docs/decisions/0037.
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { root } from '../child.ts'
import { buildOnce } from './stamp.ts'

export { bridgeProgram, serverProgram } from './program-paths.ts'

/**
 * Packages that load their own files by path (native binaries, WebAssembly) and are not bundled.
 */
const externalPackages = [
  /^sharp$/u,
  /^serialport$/u,
  /^@cornerstonejs\//u,
  /^@aws-sdk\//u,
  'pg-native',
]

const relativeUrl = /new URL\('(\.\/[\w/.-]+)', import\.meta\.url\)/gu

/**
 * Handles files referenced by `new URL('./...', import.meta.url)`: bundles threads, copies other
 * files.
 */
const emitReferencedFiles: Plugin = {
  name: 'neighbours',
  transform: {
    filter: { code: 'import.meta.url' },
    async handler(code, id) {
      let built = code
      for (const [whole, path = ''] of code.matchAll(relativeUrl)) {
        const file = resolve(dirname(id), path)
        const reference = this.emitFile(
          /-(?:worker|thread)\.ts$/u.test(path)
            ? { type: 'chunk', id: file }
            : { type: 'asset', fileName: basename(file), source: await readFile(file) },
        )
        built = built.replace(whole, `new URL(import.meta.ROLLUP_FILE_URL_${reference})`)
      }
      return { code: built }
    },
  },
}

async function build(app: string) {
  const folder = join(root, 'apps', app)
  const bundle = await rolldown({
    input: { main: join(folder, 'src/main.ts') },
    platform: 'node',
    external: externalPackages,
    plugins: [emitReferencedFiles],
  })
  await bundle.write({
    dir: join(folder, 'dist'),
    cleanDir: true,
    entryFileNames: '[name].js',
    // Without a hash, so that a bridge that outlives its server finds its threads after the next
    // build.
    chunkFileNames: '[name].js',
  })
  await bundle.close()
}

/** Builds server and bridge, unless their files are unchanged since the last build. */
export const buildPrograms = () =>
  buildOnce({
    name: 'server and bridge',
    inputs: ['apps/server/src', 'apps/bridge/src', 'packages', 'package-lock.json', 'tools/build'],
    dist: join(root, 'apps/server/dist'),
    build: async () => void (await Promise.all([build('server'), build('bridge')])),
  })

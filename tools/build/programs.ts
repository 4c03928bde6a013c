// Server and bridge, each as a few files in place of some 1,300: docs/decisions/0037.
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { root } from '../child.ts'
import { buildOnce } from './stamp.ts'

/** With parts of their own that are found by their path: programs of the machine, WebAssembly. */
const leftInPlace = [/^sharp$/u, /^@cornerstonejs\//u, /^@aws-sdk\//u, 'pg-native']

const besideThis = /new URL\('(\.\/[\w/.-]+)', import\.meta\.url\)/gu

/** What the sources name by `new URL('./...', import.meta.url)`: threads are built too, files are copied. */
const neighbours: Plugin = {
  name: 'neighbours',
  transform: {
    filter: { code: 'import.meta.url' },
    async handler(code, id) {
      let built = code
      for (const [whole, path = ''] of code.matchAll(besideThis)) {
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
    external: leftInPlace,
    plugins: [neighbours],
  })
  await bundle.write({
    dir: join(folder, 'dist'),
    cleanDir: true,
    entryFileNames: '[name].js',
    // Without a hash: a bridge that outlives its server finds its threads after the next build.
    chunkFileNames: '[name].js',
  })
  await bundle.close()
}

const programOf = (app: string) => join(root, 'apps', app, 'dist/main.js')
export const serverProgram = programOf('server')
export const bridgeProgram = programOf('bridge')

/** Builds server and bridge, unless the last build was made from the same files. */
export const buildPrograms = () =>
  buildOnce({
    name: 'server and bridge',
    inputs: ['apps/server/src', 'apps/bridge/src', 'packages', 'package-lock.json', 'tools/build'],
    dist: join(root, 'apps/server/dist'),
    make: async () => void (await Promise.all([build('server'), build('bridge')])),
  })

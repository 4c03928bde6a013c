import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { captureNode, root } from '../child.ts'
import { buildOnce, filesUnder } from './stamp.ts'

const web = join(root, 'apps', 'web')
const dist = join(web, 'dist')

const inputs = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/package.json',
  'apps/web/tsconfig.json',
  'apps/web/vite.config.ts',
  'apps/web/postcss.config.js',
  'apps/web/postcss.config.cjs',
  'apps/web/postcss.config.mjs',
  'packages',
  'package-lock.json',
]

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const compressible = /\.(?:js|mjs|css|html|json|svg|txt|wasm|webmanifest)$/u

/** Compressed once, at build time, so that the server only picks the file the browser can read. */
async function precompress(folder: string) {
  const files = (await filesUnder(folder)).filter((file) => compressible.test(file))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length <= 1024) return
      const [br, gz] = await Promise.all([
        brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        gzipped(bytes, { level: 9 }),
      ])
      if (br.length < bytes.length) await writeFile(`${file}.br`, br)
      if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz)
    }),
  )
}

async function make() {
  const built = await captureNode('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { cwd: web })
  if (!built.isFine) throw new Error(`The web application could not be built.\n${built.output}`)
  await precompress(dist)
}

export const buildWeb = () => buildOnce({ name: 'the web application', inputs, dist, make })

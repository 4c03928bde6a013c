import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { runNodeAndCapture, root } from '../child.ts'
import { buildOnce, listFiles } from './stamp.ts'

const web = join(root, 'apps', 'web')
const dist = join(web, 'dist')

const inputs = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/package.json',
  'apps/web/tsconfig.json',
  'apps/web/vite.config.ts',
  'apps/web/chunk-groups.ts',
  'apps/web/contract-for-build.ts',
  'apps/web/postcss.config.js',
  'apps/web/postcss.config.cjs',
  'apps/web/postcss.config.mjs',
  'packages',
  'package-lock.json',
]

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const compressible = /\.(?:js|mjs|css|html|json|svg|ttf|txt|wasm|webmanifest)$/u

/** Compresses the files at build time, so that the server only selects the encoding. */
async function precompress(folder: string) {
  const files = (await listFiles(folder)).filter((file) => compressible.test(file))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length <= 1024) return
      const [br, gz] = await Promise.all([
        brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        gzipAsync(bytes, { level: 9 }),
      ])
      if (br.length < bytes.length) await writeFile(`${file}.br`, br)
      if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz)
    }),
  )
}

async function build() {
  const built = await runNodeAndCapture('vite/bin/vite.js', ['build', '--logLevel', 'warn'], {
    cwd: web,
  })
  if (!built.isFine) throw new Error(`The web application could not be built.\n${built.output}`)
  await precompress(dist)
}

export const buildWeb = () => buildOnce({ name: 'the web application', inputs, dist, build })

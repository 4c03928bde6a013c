import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { captureNode, root } from './child.ts'

const web = join(root, 'apps', 'web')
const dist = join(web, 'dist')
const stampFile = join(dist, '.build-stamp')

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

async function filesUnder(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return []
  if (found.isFile()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const nested = await Promise.all(
    entries
      .filter((entry) => entry.name !== 'node_modules' && !/\.test\.tsx?$/u.test(entry.name))
      .map((entry) => filesUnder(join(path, entry.name))),
  )
  return nested.flat()
}

async function stampOf(paths: readonly string[]) {
  const hash = createHash('sha256').update(process.version)
  const files = (await Promise.all(paths.map((path) => filesUnder(join(root, path))))).flat()
  for (const file of files.toSorted()) {
    const { size, mtimeMs } = await stat(file)
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

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

/** Builds the web application, unless the last build was made from the same files. */
export async function buildWeb() {
  const stamp = await stampOf(inputs)
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return
  const started = performance.now()
  console.log('Building the web application ...')
  // Without this a build that is stopped half-way would be taken for a finished one.
  await rm(stampFile, { force: true })
  const built = await captureNode('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { cwd: web })
  if (!built.isFine) throw new Error(`The web application could not be built.\n${built.output}`)
  await precompress(dist)
  await writeFile(stampFile, stamp)
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

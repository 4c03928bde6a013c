import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from '../child.ts'

export async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return []
  if (found.isFile()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const nested = await Promise.all(
    entries
      .filter((entry) => entry.name !== 'node_modules' && !/\.test\.tsx?$/u.test(entry.name))
      .map((entry) => listFiles(join(path, entry.name))),
  )
  return nested.flat()
}

/** By content, not by time: an update moves what it has built from one checkout to another. */
async function computeStamp(paths: readonly string[]) {
  const hash = createHash('sha256').update(process.version)
  const files = (await Promise.all(paths.map((path) => listFiles(join(root, path))))).flat()
  for (const file of files.toSorted()) {
    const bytes = await readFile(file)
    hash.update(`${relative(root, file)} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

interface BuildOptions {
  /** Name of the build in messages. */
  readonly name: string
  /** Source files and folders. */
  readonly inputs: readonly string[]
  /** Output folder. */
  readonly dist: string
  readonly build: () => Promise<void>
}

/** Builds, unless the files are unchanged since the last build. */
export async function buildOnce({ name, inputs, dist, build }: BuildOptions) {
  const stampFile = join(dist, '.build-stamp')
  const stamp = await computeStamp(inputs)
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return
  const started = performance.now()
  console.log(`Building ${name} ...`)
  // Otherwise a build that is stopped half-way would count as finished.
  await rm(stampFile, { force: true })
  await build()
  await writeFile(stampFile, stamp)
  console.log(`Built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

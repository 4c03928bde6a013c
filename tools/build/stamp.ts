import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from '../child.ts'

export async function filesUnder(path: string): Promise<string[]> {
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

interface Build {
  /** What is built, for people. */
  readonly name: string
  /** Files and folders it is made from. */
  readonly inputs: readonly string[]
  /** Where it is built into. */
  readonly dist: string
  readonly make: () => Promise<void>
}

/** Builds, unless the last build was made from the same files. */
export async function buildOnce({ name, inputs, dist, make }: Build) {
  const stampFile = join(dist, '.build-stamp')
  const stamp = await stampOf(inputs)
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return
  const started = performance.now()
  console.log(`Building ${name} ...`)
  // Without this a build that is stopped half-way would be taken for a finished one.
  await rm(stampFile, { force: true })
  await make()
  await writeFile(stampFile, stamp)
  console.log(`Built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

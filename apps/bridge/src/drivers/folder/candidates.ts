import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'

export interface Candidate {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly changedAt: number
  readonly sidecarPath: string | undefined
  /** The time when this content was first seen; a change of the file resets it. */
  readonly seenAt: number
}

/** File names that programs use for files that are not finished. */
const unfinished = /^[.~]|\.(?:part|partial|tmp|temp|crdownload|filepart|!ut)$/iu
const isSidecar = (name: string) => extname(name).toLowerCase() === '.json'
/** Raw files cannot be read without a description. */
export const needsSidecar = (name: string) =>
  ['.raw', '.bin', '.img'].includes(extname(name).toLowerCase())

/** Scans a folder repeatedly, and records since when each file has not changed. */
export function createCandidateScanner(folder: string, now: () => number) {
  const known = new Map<string, Candidate>()

  async function scan(): Promise<Candidate[]> {
    const names = (await readdir(folder)).filter((name) => !unfinished.test(name))
    const found: Candidate[] = []
    for (const name of names.filter((name) => !isSidecar(name)).toSorted()) {
      const path = join(folder, name)
      // A file may be renamed or removed between two calls.
      const file = await stat(path).catch(() => undefined)
      if (!file?.isFile() || file.size === 0) continue
      const sidecar = `${basename(name, extname(name))}.json`
      const sidecarPath = names.includes(sidecar) ? join(folder, sidecar) : undefined
      found.push(track({ path, name, size: file.size, changedAt: file.mtimeMs, sidecarPath }))
    }
    const paths = new Set(found.map(({ path }) => path))
    for (const path of known.keys()) if (!paths.has(path)) known.delete(path)
    return found
  }

  function track(file: Omit<Candidate, 'seenAt'>): Candidate {
    const before = known.get(file.path)
    const isSame =
      before?.size === file.size &&
      before.changedAt === file.changedAt &&
      before.sidecarPath === file.sidecarPath
    const candidate = isSame ? before : { ...file, seenAt: now() }
    known.set(file.path, candidate)
    return candidate
  }

  return { scan }
}

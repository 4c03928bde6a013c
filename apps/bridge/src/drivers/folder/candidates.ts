import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'

export interface Candidate {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly changedAt: number
  readonly sidecarPath: string | undefined
  /** When this content was first seen: a file that changes is seen anew. */
  readonly seenAt: number
}

/** What copying and saving programs call a file that they have not finished. */
const unfinished = /^[.~]|\.(?:part|partial|tmp|temp|crdownload|filepart|!ut)$/iu
const isSidecar = (name: string) => extname(name).toLowerCase() === '.json'
/** These cannot be read without a description. */
export const needsSidecar = (name: string) =>
  ['.raw', '.bin', '.img'].includes(extname(name).toLowerCase())

/** Looks into a folder again and again, and remembers since when each file has not changed. */
export function candidatesIn(folder: string, now: () => number) {
  const known = new Map<string, Candidate>()

  async function look(): Promise<Candidate[]> {
    const names = (await readdir(folder)).filter((name) => !unfinished.test(name))
    const found: Candidate[] = []
    for (const name of names.filter((name) => !isSidecar(name)).toSorted()) {
      const path = join(folder, name)
      // A file may be renamed or taken away between two calls.
      const file = await stat(path).catch(() => undefined)
      if (!file?.isFile() || file.size === 0) continue
      const sidecar = `${basename(name, extname(name))}.json`
      const sidecarPath = names.includes(sidecar) ? join(folder, sidecar) : undefined
      found.push(since({ path, name, size: file.size, changedAt: file.mtimeMs, sidecarPath }))
    }
    const paths = new Set(found.map(({ path }) => path))
    for (const path of known.keys()) if (!paths.has(path)) known.delete(path)
    return found
  }

  function since(file: Omit<Candidate, 'seenAt'>): Candidate {
    const before = known.get(file.path)
    const isSame =
      before?.size === file.size &&
      before.changedAt === file.changedAt &&
      before.sidecarPath === file.sidecarPath
    const candidate = isSame ? before : { ...file, seenAt: now() }
    known.set(file.path, candidate)
    return candidate
  }

  return { look }
}

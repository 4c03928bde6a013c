import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '../../../..')
const named = process.env['TALUS_TEST_DATA']
/** Real files of many machines, with licences of their own: they lie beside the repository, not in it. */
const folder = named ? resolve(named) : resolve(repository, '../shared/data')

export const readSample = (path: string): Uint8Array => readFileSync(join(folder, path))

export const hasSamples = existsSync(join(folder, 'radiographs'))

/** The paths of all files in a folder; none where the files are absent. */
export const samplesIn = (path: string): string[] =>
  (hasSamples ? readdirSync(join(folder, path), { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

/** Every kind of file once: of series of hundreds of slices the first ones. */
export const variedSamples = (): string[] => {
  const seen = new Map<string, number>()
  return samplesIn('.')
    .filter((path) => !/\.(?:md|py|txt|json|csv|pdf|zip)$/u.test(path))
    .filter((path) => {
      const folder = path.slice(0, path.lastIndexOf('/'))
      const count = (seen.get(folder) ?? 0) + 1
      seen.set(folder, count)
      return count <= 3 || !/^(?:ct-|mr-t1|dicomdir)/u.test(path)
    })
}

/** For the title of what needs them, so that a skipped test says why. */
export const samplesNote = hasSamples ? '' : ` (skipped: no ${folder}; set TALUS_TEST_DATA)`

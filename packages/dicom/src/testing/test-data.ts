import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '../../../..')
const named = process.env['TALUS_TEST_DATA']
/**
 * Real files of many devices. They have their own licences and are therefore not in the repository.
 */
const folder = named ? resolve(named) : resolve(repository, '../shared/data')

export const readSample = (path: string): Uint8Array => readFileSync(join(folder, path))

export const hasSamples = existsSync(join(folder, 'radiographs'))

/** The paths of all files in a folder; empty if the sample files are absent. */
export const listSamples = (path: string): string[] =>
  (hasSamples ? readdirSync(join(folder, path), { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

/** Samples of every kind; only the first files of series with hundreds of slices. */
export const listVariedSamples = (): string[] => {
  const seen = new Map<string, number>()
  return listSamples('.')
    .filter((path) => !/\.(?:md|py|txt|json|csv|pdf|zip)$/u.test(path))
    .filter((path) => {
      const folder = path.slice(0, path.lastIndexOf('/'))
      const count = (seen.get(folder) ?? 0) + 1
      seen.set(folder, count)
      return count <= 3 || !/^(?:ct-|mr-t1|dicomdir)/u.test(path)
    })
}

/** For the titles of tests that need the samples, so that a skipped test says why. */
export const samplesNote = hasSamples ? '' : ` (skipped: no ${folder}; set TALUS_TEST_DATA)`

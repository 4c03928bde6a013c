import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Real series have their own licences and are therefore not in the repository. */
const folder = resolve(
  process.env['TALUS_TEST_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data'),
)

/** Why the tests with a real series are skipped; undefined if it is there. */
export const findMissingSeries = (name: string): string | undefined =>
  existsSync(join(folder, name))
    ? undefined
    : `There is no ${join(folder, name)}; set TALUS_TEST_DATA to the folder of the real series`

/** The files of a series in the order of their names. */
export const readSeries = (name: string): readonly Uint8Array<ArrayBuffer>[] =>
  readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.dcm'))
    .toSorted()
    .map((file) => new Uint8Array(readFileSync(join(folder, name, file))))

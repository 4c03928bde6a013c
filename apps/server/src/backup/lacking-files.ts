import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '@talus/node-kit/write-durably'

/** In a restored folder: the files that the restore could not bring back, one on each line. */
export const lackingFile = 'missing-files.txt'

export interface LackingFile {
  /** The path below the data folder, with slashes. */
  readonly path: string
  readonly reason: string
}

const heading = `# The restore could not bring back these files. Talus shows their number to administrators
# until the files are there again or their records are deleted, or until this list is deleted.
`

export const formatLackingFile = ({ path, reason }: LackingFile): string => `${path} (${reason})`

export const writeLackingFiles = (folder: string, files: readonly LackingFile[]): Promise<void> =>
  writeDurably(
    join(folder, lackingFile),
    `${heading}${files.map((file) => `${formatLackingFile(file)}\n`).join('')}`,
  )

/** The paths of the list; empty without one. */
export async function readLackingPaths(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, lackingFile), 'utf8').catch(() => '')
  return text
    .split(/\r?\n/u)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/ \([^()]*\)$/u, ''))
}

export const removeLackingList = (folder: string): Promise<void> =>
  rm(join(folder, lackingFile), { force: true })

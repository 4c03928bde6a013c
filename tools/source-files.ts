import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { root } from './child.ts'

const ignored = new Set([
  '.cache',
  '.git',
  'coverage',
  'data',
  'dist',
  'node_modules',
  'playwright-report',
  'test-results',
])

export interface SourceFile {
  /** Path from the root of the repository, with forward slashes on every platform. */
  readonly path: string
  readonly text: string
}

async function listRecursively(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    entries
      .filter((entry) => !ignored.has(entry.name))
      .map(async (entry) => {
        const path = join(folder, entry.name)
        return entry.isDirectory() ? listRecursively(path) : [path]
      }),
  )
  return found.flat()
}

/** Lists the files under `folder` whose path matches, sorted. */
export async function listPaths(folder: string, pattern: RegExp) {
  const paths = (await listRecursively(join(root, folder))).map((path) =>
    relative(root, path).split(sep).join('/'),
  )
  return paths.filter((path) => pattern.test(path)).toSorted()
}

export async function readFilesUnder(folder: string, pattern: RegExp): Promise<SourceFile[]> {
  const paths = await listPaths(folder, pattern)
  return Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  )
}

/** The line number of a position in a text, counted from 1. */
export const getLineNumber = (text: string, index: number) =>
  text.slice(0, index).split('\n').length

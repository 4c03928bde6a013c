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
  /** From the root of the repository, with forward slashes everywhere. */
  readonly path: string
  readonly text: string
}

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    entries
      .filter((entry) => !ignored.has(entry.name))
      .map(async (entry) => {
        const path = join(folder, entry.name)
        return entry.isDirectory() ? walk(path) : [path]
      }),
  )
  return found.flat()
}

/** The files of the repository under `folder` whose path matches, in order. */
export async function pathsUnder(folder: string, pattern: RegExp) {
  const paths = (await walk(join(root, folder))).map((path) =>
    relative(root, path).split(sep).join('/'),
  )
  return paths.filter((path) => pattern.test(path)).toSorted()
}

export async function filesUnder(folder: string, pattern: RegExp): Promise<SourceFile[]> {
  const paths = await pathsUnder(folder, pattern)
  return Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  )
}

/** The line of a position in a text, from 1. */
export const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

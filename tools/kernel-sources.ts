import { createHash } from 'node:crypto'
import { readFilesUnder } from './source-files.ts'

/** Line ends are made alike first: git may write them differently on Windows. */
export async function hashKernelSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const { path, text } of await readFilesUnder('packages/volume/kernel', /\.ts$/u))
    hash.update(`${path}\n${text.replaceAll('\r\n', '\n')}`)
  return hash.digest('hex')
}

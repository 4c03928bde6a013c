import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getErrorCode } from './error-code.ts'
import { flushFolder, writeDurably } from './write-durably.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-durable-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a file that is written durably replaces the old one and leaves no other file', async () => {
  const path = join(folder, 'file')
  await writeFile(path, 'old')
  await chmod(path, 0o644)
  await writeDurably(path, 'new')
  expect(await readFile(path, 'utf8')).toBe('new')
  expect(await readdir(folder)).toEqual(['file'])
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a file that cannot be written durably leaves no partial file', async () => {
  const path = join(folder, 'taken')
  await mkdir(path)
  const error: unknown = await writeDurably(path, 'new').catch((reason: unknown) => reason)
  expect(getErrorCode(error)).toMatch(/EISDIR|EPERM|EEXIST/u)
  expect(await readdir(folder)).toEqual(['taken'])
})

test.skipIf(process.platform === 'win32')('a folder is closed after a failed flush', async () => {
  const close = vi.fn<(file: number) => void>()
  // No such file: flushing it fails.
  await expect(flushFolder(folder, { open: () => 999_999, close })).rejects.toThrow('EBADF')
  expect(close).toHaveBeenCalledExactlyOnceWith(999_999)
})

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSharedToken } from './shared-token.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-token-'))
  path = join(folder, 'shared.token')
})
afterEach(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await rm(folder, { recursive: true, force: true })
})

const getMode = async () => (await stat(path)).mode & 0o777

test('a shared token is created once, and only its owner can read it', async () => {
  const token = loadSharedToken(path)
  expect(token).toMatch(/^[\w-]{43}$/u)
  expect(loadSharedToken(path)).toBe(token)
  expect(await readdir(folder)).toEqual(['shared.token'])
  if (process.platform !== 'win32') expect(await getMode()).toBe(0o600)
})

test('the folder of a shared token is created', () => {
  expect(loadSharedToken(join(folder, 'a/b/shared.token'))).toMatch(/^[\w-]{43}$/u)
})

test.skipIf(process.platform === 'win32')(
  'a shared token that others can read is restricted to its owner',
  async () => {
    const token = loadSharedToken(path)
    await chmod(path, 0o644)
    expect(loadSharedToken(path)).toBe(token)
    expect(await getMode()).toBe(0o600)
  },
)

test('processes that start together read the same shared token', async () => {
  const module = new URL('shared-token.ts', import.meta.url).href
  const program = `import { loadSharedToken } from ${JSON.stringify(module)}
    process.stdout.write(loadSharedToken(${JSON.stringify(path)}))`
  const args = ['--input-type=module-typescript', '-e', program]
  const tokens = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      return text(child.stdout)
    }),
  )
  expect(new Set(tokens).size).toBe(1)
  expect(tokens[0]).toBe((await readFile(path, 'utf8')).trim())
}, 180_000)

test('a damaged shared token is reported and not replaced, since another program may use it', async () => {
  await writeFile(path, 'half')
  expect(() => loadSharedToken(path)).toThrow(`${path} is damaged. Stop the programs that use it`)
  expect(await readFile(path, 'utf8')).toBe('half')
  expect(await readdir(folder)).toEqual(['shared.token'])
})

test('a link error is thrown unless the shared token exists', async () => {
  vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('this disk has no links'), { code: 'EPERM' })
  })
  syncBuiltinESMExports()
  expect(() => loadSharedToken(path)).toThrow('this disk has no links')
  expect(await readdir(folder)).toEqual([])
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './lock-folder.ts'

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'talus-lock-'))
  folder = join(parent, 'data')
})
afterEach(() => rm(parent, { recursive: true, force: true }))

const options = { fileName: 'test.lock', program: 'test program' }

test('a folder can be locked once at a time', () => {
  const unlock = lockFolder(folder, options)
  expect(() => lockFolder(folder, options)).toThrow(
    `Another test program is using ${folder}. Stop it first.`,
  )
  unlock()
  lockFolder(folder, options)()
})

test('two programs with locks of their own share a folder', () => {
  const unlock = lockFolder(folder, options)
  const unlockOther = lockFolder(folder, { ...options, fileName: 'other.lock' })
  expect(() => lockFolder(folder, options)).toThrow('Another test program')
  unlockOther()
  unlock()
})

test.skipIf(process.platform === 'win32')(
  'a locked folder is created for its user only',
  async () => {
    lockFolder(folder, options)()
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  },
)

test('the lock of a process that was killed is free', async () => {
  const module = new URL('lock-folder.ts', import.meta.url).href
  const program = `import { lockFolder } from ${JSON.stringify(module)}
    lockFolder(${JSON.stringify(folder)}, ${JSON.stringify(options)})
    process.stdout.write('locked')
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  expect(() => lockFolder(folder, options)).toThrow('Another test program')
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockFolder(folder, options)()
}, 180_000)

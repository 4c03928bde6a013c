import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDiskFileStore } from './disk-file-store.ts'
import type { FileStore } from './file-store.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const isPosix = process.platform !== 'win32'
const runs = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

vi.setConfig({ testTimeout: 60_000 })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-disk-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const temporaries = async () => readdir(join(folder, '.tmp'))
const bytesOf = async (files: FileStore, key: string) => {
  const stream = await files.read(key)
  return stream ? buffer(stream) : Buffer.alloc(0)
}

/** The arguments of a Node process with `files` open on `folder` and with `print`. */
const program = (body: string, where: string) => [
  '--input-type=module-typescript',
  '-e',
  `
  import { createHash, randomBytes } from 'node:crypto'
  import { writeSync } from 'node:fs'
  import { createDiskFileStore } from ${JSON.stringify(new URL('disk-file-store.ts', import.meta.url).href)}
  const files = createDiskFileStore(${JSON.stringify(where)})
  const print = (line: string) => writeSync(1, line + '\\n')
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  ${body}`,
]

test('a reader sees the old file or the new one, never a mixture', async () => {
  const files = createDiskFileStore(folder)
  const versions = Array.from({ length: 12 }, () => randomBytes(1_000_003))
  const known = versions.map(sha256)
  await files.put('same', versions[0] ?? Buffer.alloc(0))
  const replace = async () => {
    for (const version of versions) await files.put('same', version)
  }
  const readRepeatedly = async () => {
    for (let times = 0; times < 60; times += 1)
      expect(known).toContain(sha256(await bytesOf(files, 'same')))
  }
  await Promise.all([replace(), readRepeatedly(), readRepeatedly()])
})

test('sweeping removes temporary files that were not written to for an hour', async () => {
  const files = createDiskFileStore(folder)
  await files.put('kept', Buffer.from('x'))
  const hourAgo = new Date(Date.now() - 3_601_000)
  await writeFile(join(folder, '.tmp', 'dead.part'), 'half')
  await utimes(join(folder, '.tmp', 'dead.part'), hourAgo, hourAgo)
  await writeFile(join(folder, '.tmp', 'fresh.part'), 'half')
  await files.sweep()
  expect(await temporaries()).toEqual(['fresh.part'])
  expect(await files.stat('kept')).toBeDefined()
})

test('sweeping keeps the temporary file of a slow upload of this process', async () => {
  const files = createDiskFileStore(folder)
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  const slow = async function* () {
    yield Buffer.from('one ')
    begin()
    await mayEnd
    yield Buffer.from('two')
  }
  const putting = files.put('slow', slow())
  await hasBegun
  await files.sweep(new Date(Date.now() + 7_200_000))
  end()
  await putting
  expect((await bytesOf(files, 'slow')).toString()).toBe('one two')
})

test('folders that were removed are created again', async () => {
  const files = createDiskFileStore(folder)
  await files.put('a/b/one', Buffer.from('1'))
  await rm(folder, { recursive: true })
  await files.put('a/b/two', Buffer.from('2'))
  expect((await bytesOf(files, 'a/b/two')).toString()).toBe('2')
})

test('files of other programs in the folder are not listed', async () => {
  const files = createDiskFileStore(folder)
  await files.put('image/one.dcm', Buffer.from('1'))
  await mkdir(join(folder, 'lost+found'))
  await writeFile(join(folder, 'Thumbs.db'), '')
  await writeFile(join(folder, 'image', '.DS_Store'), '')
  const keys = []
  for await (const { key } of files.list('')) keys.push(key)
  expect(keys).toEqual(['image/one.dcm'])
})

test.runIf(isPosix)('only the user that runs the server can read the files', async () => {
  await createDiskFileStore(join(folder, 'store')).put('secret/letter', Buffer.from('x'))
  for (const [path, mode] of [
    ['store', 0o700],
    ['store/secret', 0o700],
    ['store/secret/letter', 0o600],
  ] as const)
    expect((await stat(join(folder, path))).mode & 0o777).toBe(mode)
})

describe('a disk file store whose process is killed', () => {
  // Each file can be checked by itself: unique files have their hash in the key, and the file that
  // is replaced over and over begins with the hash of its rest.
  const writer = `
    const size = () => Math.floor(Math.random() ** 3 * 400_000)
    for (let turn = 0; ; turn += 1) {
      const unique = randomBytes(size())
      const body = randomBytes(size())
      const same = Buffer.concat([createHash('sha256').update(body).digest(), body])
      await Promise.all([
        files.put(\`n/\${turn % 7}/\${sha256(unique)}\`, unique).then(({ key, sha256 }) => print(key + ' ' + sha256)),
        files.put('n/named', unique, { keyWithHash: (hash) => \`n/8/\${hash}\` }).then(({ key, sha256 }) => print(key + ' ' + sha256)),
        files.put('same', same),
      ])
    }`

  async function killedWriter(afterMs: number): Promise<string[]> {
    const child = spawn(process.execPath, program(writer, folder), {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const output = buffer(child.stdout)
    await once(child.stdout, 'readable')
    await sleep(afterMs)
    child.kill('SIGKILL')
    // The kill may have cut the last line in the middle of its write.
    return (await output).toString().split('\n').slice(0, -1)
  }

  test('has every acknowledged file, and none in part', async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < 6; round += 1)
      acknowledged.push(...(await killedWriter(Math.random() * 250)))
    expect(acknowledged.length).toBeGreaterThan(20)

    const files = createDiskFileStore(folder)
    for (const line of acknowledged) {
      const [key = '', hash] = line.split(' ')
      expect({ key, hash: sha256(await bytesOf(files, key)) }).toEqual({ key, hash })
    }
    for await (const { key } of files.list('n'))
      expect(key.slice('n/0/'.length)).toBe(sha256(await bytesOf(files, key)))
    const same = await bytesOf(files, 'same')
    expect(sha256(same.subarray(32))).toBe(same.subarray(0, 32).toString('hex'))

    await files.sweep(new Date(Date.now() + 7_200_000))
    expect(await temporaries()).toEqual([])
  })

  const canTrace = runs('strace', '-o', '/dev/null', 'true')
  /** Runs a program and returns the file system calls that it begins, in their order. */
  async function trace(body: string, store: string) {
    const log = join(folder, 'trace')
    const calls = 'trace=openat,write,pwrite64,fsync,rename,renameat,renameat2,mkdir,mkdirat'
    const options = ['-f', '-y', '-e', calls, '-o', log]
    expect(runs('strace', ...options, process.execPath, ...program(body, store))).toBe(true)
    // strace splits a call that another thread interrupts; only the order in which calls began
    // counts.
    const lines = (await readFile(log, 'utf8'))
      .split('\n')
      .filter((line) => !line.includes('resumed'))
    return (...parts: readonly string[]) =>
      lines.findIndex((line) => parts.every((part) => line.includes(part)))
  }

  function expectOrder(order: readonly number[]) {
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  }

  test.runIf(canTrace)(
    'flushes bytes, then name, then folders before it acknowledges',
    async () => {
      const store = join(folder, 'store')
      const indexOfLine = await trace(
        `await files.put('new/deep/file', Buffer.from('telling bytes')); print('acknowledged')`,
        store,
      )
      expectOrder([
        indexOfLine('write', 'telling bytes'),
        indexOfLine('fsync', '.part'),
        indexOfLine('mkdir', `${store}/new/deep"`),
        indexOfLine('fsync', `${store}/new>`),
        indexOfLine('rename', '.part', `${store}/new/deep/file`),
        indexOfLine('fsync', `${store}/new/deep>`),
        indexOfLine('write', 'acknowledged'),
      ])
    },
  )

  test.runIf(canTrace)(
    'flushes bytes and folder of a file whose name has its hash after it has got that name',
    async () => {
      const store = join(folder, 'store')
      const indexOfLine = await trace(
        `const options = { keyWithHash: (hash) => 'new/' + hash }
        await files.put('new/file', Buffer.from('telling bytes'), options); print('acknowledged')`,
        store,
      )
      const named = `${store}/new/${sha256(Buffer.from('telling bytes'))}`
      expectOrder([
        indexOfLine('write', 'telling bytes'),
        indexOfLine('mkdir', `${store}/new"`),
        indexOfLine('rename', '.part', named),
        indexOfLine('fsync', `${named}>`),
        indexOfLine('fsync', `${store}/new>`),
        indexOfLine('write', 'acknowledged'),
      ])
      expect(indexOfLine('fsync', '.part')).toBe(-1)
    },
  )
})

const canMount = runs('unshare', '-rm', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt')

test.runIf(canMount)(
  'a full disk is refused with 507, leaves no partial file, and works again once there is space',
  async () => {
    const body = `
    await files.put('first', Buffer.alloc(1_000_000, 1))
    const refusal = await files.put('second', Buffer.alloc(4_000_000, 2)).catch((error) => error)
    const halves = await (await import('node:fs/promises')).readdir(${JSON.stringify(`${folder}/.tmp`)})
    const firstBytes = (await files.stat('first'))?.byteLength
    const second = await files.stat('second')
    await files.remove('first')
    const third = await files.put('third', Buffer.alloc(1_500_000, 3))
    print(JSON.stringify({
      name: refusal.name, status: refusal.status, cause: refusal.cause?.code,
      halves, firstBytes, second, thirdBytes: third.byteLength,
    }))`
    const mounted = 'mount -t tmpfs -o size=2m tmpfs "$0" && exec "$@"'
    const { stdout } = spawnSync(
      'unshare',
      ['-rm', 'sh', '-c', mounted, folder, process.execPath, ...program(body, folder)],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    )
    expect(JSON.parse(stdout)).toEqual({
      name: 'StorageUnavailable',
      status: 507,
      cause: 'ENOSPC',
      halves: [],
      firstBytes: 1_000_000,
      thirdBytes: 1_500_000,
    })
  },
)

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHostileFile } from './testing/hostile/hostile-files.ts'
import { compileCacheFolder } from './testing/server/server-process.ts'

const supervisor = join(import.meta.dirname, '../../../tools/supervise.mjs')
const server = join(import.meta.dirname, '../dist/main.js')
// A start takes several seconds beside the other tests.
const poll = { timeout: 60_000, interval: 5 }

let folder: string
const stopping: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-supervisor-'))
})
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
  await rm(folder, { recursive: true, force: true })
})

async function startSupervisor(
  environment: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
) {
  const port = await findFreePort()
  const child = spawn(process.execPath, [supervisor, ...options, server], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCacheFolder,
      TALUS_DATA: folder,
      TALUS_DEMO_IMAGES: '0',
      PORT: String(port),
      DICOM_PORT: 'off',
      DICOM_TLS_PORT: 'off',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const stop = async () => {
    child.kill('SIGTERM')
    return exited
  }
  stopping.push(stop)
  return {
    exited,
    stop,
    output: () => output,
    isReady: () =>
      fetch(`http://127.0.0.1:${port}/api/health`).then(
        (reply) => reply.ok,
        () => false,
      ),
    findServer: async () => {
      const found = await promisify(execFile)('pgrep', ['-P', String(child.pid)]).catch(
        () => undefined,
      )
      return Number(found?.stdout.trim() || Number.NaN)
    },
  }
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test(
  'a killed server is started again, and a file during whose reading it died twice is set aside',
  { timeout: 180_000 },
  async () => {
    const day = new Date().toISOString().slice(0, 10)
    const name = '00000000-0000-4000-8000-000000000001'
    const received = join(folder, 'files/images/1', day)
    await mkdir(received, { recursive: true })
    // Long enough that the server is still reading it when it is killed.
    const file = createHostileFile('multi-frame', 200_000_000)
    await writeFile(join(received, `${name}.dcm`), Buffer.concat([file.meta, ...file.chunks]))

    const supervised = await startSupervisor()
    for (const death of ['1', '2']) {
      const mark = join(folder, 'files/reading', `${name}.txt`)
      await expect.poll(() => readFile(mark, 'utf8').catch(() => ''), poll).toBe(death)
      process.kill(await supervised.findServer(), 'SIGKILL')
    }
    await expect.poll(supervised.isReady, poll).toBe(true)
    const setAside = join(folder, 'files/set-aside/1')
    await expect.poll(() => readdir(setAside).catch(() => []), poll).toContain(`${name}.json`)
    await expect.poll(() => readdir(received).catch(() => []), poll).toEqual([])
    expect((await readFile(join(setAside, `${name}.dcm`))).length).toBeGreaterThan(199_000_000)
    expect(JSON.parse(await readFile(join(setAside, `${name}.json`), 'utf8'))).toMatchObject({
      clinicId: 1,
      originalKey: `images/1/${day}/${name}.dcm`,
      reason: expect.stringContaining('died 2 times'),
    })
    await expect.poll(supervised.output, poll).toContain('a file was set aside')
    expect(supervised.output().match(/is started again/gu)).toHaveLength(2)

    // The file is shown in the conflict tray.
    const database = new DatabaseSync(join(folder, 'talus.sqlite'), { readOnly: true })
    const entries = database
      .prepare('select "reason", "senderKind", "filePath" from "trayEntry"')
      .all()
    database.close()
    expect(entries.map((entry) => ({ ...entry }))).toEqual([
      { reason: 'unreadable', senderKind: 'restart', filePath: `set-aside/1/${name}.dcm` },
    ])

    const pid = await supervised.findServer()
    expect(await supervised.stop()).toEqual([0, null])
    expect(isRunning(pid)).toBe(false)
  },
)

test('a server that cannot run with its settings is not started again', async () => {
  const supervised = await startSupervisor({ TALUS_VARIANT: 'orbital' })
  expect(await supervised.exited).toEqual([78, null])
  expect(supervised.output()).not.toContain('started again')
  expect(supervised.output()).toContain('TALUS_VARIANT')
})

test('a supervisor without a terminal writes the output to a log file', async () => {
  const logs = join(folder, 'logs')
  const supervised = await startSupervisor({ TALUS_VARIANT: 'orbital' }, [`--log-folder=${logs}`])
  expect(await supervised.exited).toEqual([78, null])
  expect(supervised.output()).toBe('')
  expect(await readFile(join(logs, 'talus.log'), 'utf8')).toContain('TALUS_VARIANT')
})

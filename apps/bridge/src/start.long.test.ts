import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { mainPath } from './testing/bridge-process.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the settings', () => {
  test('by default all devices are simulated', () => {
    expect(readConfig({}, 'linux')).toMatchObject({
      port: 4290,
      sensors: { general: 'simulator', dental: 'simulator' },
      generator: 'simulator',
      autoExposeSeconds: 5,
      binning: 1,
    })
    expect(readConfig({ TALUS_DEMO: '0' }, 'linux').autoExposeSeconds).toBeNull()
    expect(readConfig({ BRIDGE_BINNING: '2' }, 'linux').binning).toBe(2)
    expect(readConfig({ BRIDGE_AUTO_EXPOSE: 'off' }, 'linux').autoExposeSeconds).toBeNull()
  })
  test('a serial generator needs a port, and is refused on Windows', () => {
    const serial = { BRIDGE_GENERATOR: 'serial' }
    expect(() => readConfig(serial, 'linux')).toThrow('BRIDGE_SERIAL_PATH')
    const onWindows = () => readConfig({ ...serial, BRIDGE_SERIAL_PATH: 'COM3' }, 'win32')
    expect(onWindows).toThrow('not supported on Windows')
    expect(() => readConfig({ BRIDGE_PORT: 'x' }, 'linux')).toThrow(ConfigError)
  })
  test('invalid settings end the bridge with a message, without creating files', async () => {
    const child = spawn(process.execPath, [mainPath], {
      env: { PATH: process.env.PATH, TALUS_DATA: join(folder, 'data'), BRIDGE_GENERAL: 'toaster' },
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [words, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(1)
    expect(words).toContain('BRIDGE_GENERAL')
    expect(existsSync(join(folder, 'data'))).toBe(false)
  }, 20_000)
})

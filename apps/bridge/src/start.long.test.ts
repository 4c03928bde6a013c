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
    const simulator = { driver: 'simulator' }
    expect(readConfig({})).toMatchObject({
      port: 4290,
      lan: null,
      drivers: { general: simulator, dental: simulator, generator: simulator },
      fixed: [],
      autoExposeSeconds: 5,
      binning: 1,
    })
    expect(readConfig({ TALUS_DEMO: '0' }).autoExposeSeconds).toBeNull()
    expect(readConfig({ BRIDGE_BINNING: '2' }).binning).toBe(2)
    expect(readConfig({ BRIDGE_AUTO_EXPOSE: 'off' }).autoExposeSeconds).toBeNull()
  })
  test('without demo data no device is simulated unless a variable says so', () => {
    const none = { driver: 'none' }
    const real = readConfig({ TALUS_DEMO: '0' }, () => ({
      general: { driver: 'simulator' },
      dental: { driver: 'folder', folder: '/images' },
      generator: { driver: 'simulator' },
    }))
    expect(real.drivers).toEqual({
      general: none,
      dental: { driver: 'folder', folder: '/images' },
      generator: none,
    })
    const forced = readConfig({ TALUS_DEMO: '0', BRIDGE_GENERAL: 'simulator' })
    expect([forced.drivers.general, forced.fixed]).toEqual([{ driver: 'simulator' }, ['general']])
  })
  test('variables take precedence over the drivers chosen on the screen', () => {
    const chosen = {
      general: { driver: 'folder', folder: '/images' },
      dental: { driver: 'none' },
      generator: { driver: 'none' },
    } as const
    const config = readConfig({ BRIDGE_GENERAL: 'none' }, () => chosen)
    expect(config).toMatchObject({
      drivers: { general: { driver: 'none' }, dental: { driver: 'none' } },
      fixed: ['general'],
    })
  })
  test('a serial generator needs a port, such as COM3', () => {
    const serial = { BRIDGE_GENERATOR: 'serial' }
    expect(() => readConfig(serial)).toThrow('BRIDGE_SERIAL_PATH')
    expect(readConfig({ ...serial, BRIDGE_SERIAL_PATH: 'COM3' }).drivers.generator).toEqual({
      driver: 'serial',
      path: 'COM3',
      baud: 9600,
      style: 'checksum',
      model: '',
    })
    expect(() => readConfig({ BRIDGE_PORT: 'x' })).toThrow(ConfigError)
    expect(() => readConfig({ BRIDGE_HOST: 'everywhere' })).toThrow('BRIDGE_HOST')
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
  }, 180_000)
})

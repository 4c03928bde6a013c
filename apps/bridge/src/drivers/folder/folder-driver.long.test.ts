import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SensorDriverEvent, SensorFrame } from '@talus/devices'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { captureContext } from '../../testing/bridge-client.ts'
import {
  createDicomFile,
  createPng,
  createTiff,
  createGradient,
} from '../../testing/create-files.ts'
import { createFolderDriver } from './folder-driver.ts'

let root: string
let folder: string
let quarantine: string
let now = 0
let events: SensorDriverEvent[]
/** The scans of the folder that have ended. */
let scans = 0
let stop: () => void = () => undefined

/** Starts a driver that scans the real folder, on a clock that the test controls. */
function startDriver() {
  const driver = createFolderDriver({
    name: 'general',
    folder,
    quarantine,
    timing: {
      now: () => now,
      after: (_, call) => {
        scans++
        const timer = setTimeout(call, 5)
        return () => clearTimeout(timer)
      },
    },
    log: () => undefined,
  })
  driver.start((event) => events.push(event))
  ;({ stop } = driver)
  return driver
}
const frames = (): SensorFrame[] =>
  events.flatMap((event) => (event.type === 'frame' ? [event.frame] : []))
/** Waits for a whole scan: the one that is running may have read the folder or the clock before. */
const waitForScan = async () => {
  const before = scans
  await vi.waitFor(() => expect(scans).toBeGreaterThanOrEqual(before + 2), {
    timeout: 20_000,
    interval: 5,
  })
}
const pass = async (milliseconds: number) => {
  await waitForScan()
  now += milliseconds
  await waitForScan()
}
const untilFrame = async () => {
  await pass(2000)
  await vi.waitFor(() => expect(frames()).not.toEqual([]), 20_000)
  const frame = frames().at(-1)
  if (!frame) throw new Error('no frame')
  return frame
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'talus-folder-'))
  folder = join(root, 'drop')
  quarantine = join(root, 'quarantine')
  now = Date.now()
  events = []
})
afterEach(async () => {
  stop()
  await rm(root, { recursive: true, force: true })
})

const ready = () => vi.waitFor(() => expect(events[0]?.type).toBe('connected'), 20_000)
const drop = (name: string, content: Uint8Array | string) => writeFile(join(folder, name), content)

describe('file formats', () => {
  const pixels = createGradient(6, 4)

  test('a 16-bit PNG is read with the pixel pitch of its header', async () => {
    startDriver()
    await ready()
    await drop('a.png', createPng(6, 4, pixels, 6_757))
    const frame = await untilFrame()
    expect(frame).toMatchObject({ format: 'raw16', width: 6, height: 4, bits: 16, captureId: null })
    expect(frame.pitch).toBeCloseTo(0.148, 3)
    expect(Buffer.from(frame.bytes)).toEqual(Buffer.from(pixels.buffer))
  })
  test.each(['little', 'big', 'deflated'] as const)('a 16-bit TIFF is read (%s)', async (kind) => {
    startDriver()
    await ready()
    await drop('a.tif', createTiff(6, 4, pixels, kind))
    const frame = await untilFrame()
    expect(frame).toMatchObject({ format: 'raw16', width: 6, height: 4 })
    expect(Buffer.from(frame.bytes)).toEqual(Buffer.from(pixels.buffer))
  })
  test('a raw file is read with its description, whichever file comes first', async () => {
    startDriver()
    await ready()
    const big = Buffer.from(pixels.slice().buffer).swap16()
    await drop('a.raw', big)
    await pass(5000)
    expect(frames()).toEqual([])
    const technique = { kv: 70, ma: 100, ms: 20, mx: 2, fo: 0 }
    const described = { width: 6, height: 4, bits: 14, pitch: 0.127, byteOrder: 'big', technique }
    await drop('a.json', JSON.stringify(described))
    const frame = await untilFrame()
    expect(frame).toMatchObject({ width: 6, height: 4, bits: 14, pitch: 0.127, technique })
    expect(Buffer.from(frame.bytes)).toEqual(Buffer.from(pixels.buffer))
  })
  test('a DICOM file is kept unchanged, whatever its name', async () => {
    startDriver()
    await ready()
    const file = createDicomFile(6, 4)
    await drop('IM_0001', file)
    const frame = await untilFrame()
    expect(frame).toMatchObject({ format: 'dicom', width: 6, height: 4 })
    expect(Buffer.from(frame.bytes)).toEqual(Buffer.from(file))
  })
})

describe('the moment at which a file is read', () => {
  const whole = createPng(40, 30, createGradient(40, 30))

  test('a file is not read while it is growing or incomplete', async () => {
    startDriver()
    await ready()
    await drop('a.png', whole.subarray(0, 200))
    for (const length of [400, 600, 800]) {
      await pass(1000)
      await drop('a.png', whole.subarray(0, length))
    }
    // Writing has paused in the middle: the file is unreadable, but not in quarantine yet.
    await pass(10_000)
    expect(frames()).toEqual([])
    await drop('a.png', whole)
    expect((await untilFrame()).width).toBe(40)
    expect(await readdir(root)).not.toContain('quarantine')
  })
  test('a file with a temporary name is read only after it was renamed', async () => {
    startDriver()
    await ready()
    await drop('a.png.part', whole)
    await drop('~b.tmp', whole)
    await pass(60_000)
    expect(frames()).toEqual([])
    await rename(join(folder, 'a.png.part'), join(folder, 'a.png'))
    await untilFrame()
  })
  test('a file is removed only after its frame was released', async () => {
    const driver = startDriver()
    await ready()
    await drop('a.png', whole)
    const { exposureId } = await untilFrame()
    await pass(60_000)
    expect(await readdir(folder)).toEqual(['a.png'])
    expect(frames()).toHaveLength(1)
    driver.release(exposureId)
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), 20_000)
    expect(events.at(-1)).toEqual({ type: 'cleaned' })
  })
  test('a restarted driver delivers the same file again, with the same id', async () => {
    startDriver()
    await ready()
    await drop('a.png', whole)
    const first = await untilFrame()
    stop()
    events = []
    startDriver()
    expect((await untilFrame()).exposureId).toBe(first.exposureId)
  })
  test('several files are delivered one after the other', async () => {
    const driver = startDriver()
    await ready()
    await drop('a.png', whole)
    await drop('b.png', createPng(6, 4, createGradient(6, 4)))
    const first = await untilFrame()
    expect(frames()).toHaveLength(1)
    driver.release(first.exposureId)
    await vi.waitFor(() => expect(frames()).toHaveLength(2), 20_000)
  })
})

describe('the capture that an image belongs to', () => {
  const file = createPng(6, 4, createGradient(6, 4))

  test('a file that is newer than the start of the capture belongs to the capture', async () => {
    const driver = startDriver()
    await ready()
    now = Date.now() - 1000
    driver.prepare('capture-1', captureContext)
    await drop('a.png', file)
    expect(await untilFrame()).toMatchObject({ captureId: 'capture-1' })
    expect(events.map(({ type }) => type)).toEqual([
      'connected',
      'prepared',
      'radiation',
      'loading',
      'frame',
    ])
  })
  test('a file that is older than the capture belongs to no capture', async () => {
    const driver = startDriver()
    await ready()
    await drop('a.png', file)
    now = Date.now() + 60_000
    driver.prepare('capture-1', captureContext)
    expect(await untilFrame()).toMatchObject({ captureId: null })
    expect(events.map(({ type }) => type)).not.toContain('radiation')
  })
})

describe('unreadable files', () => {
  const unreadable: readonly (readonly [string, string, Uint8Array | string])[] = [
    ['a text', 'letter.txt', 'Dear colleague'],
    ['half a PNG', 'half.png', createPng(40, 30, createGradient(40, 30)).subarray(0, 300)],
    ['a PNG with a wrong bit', 'bit.png', createPng(40, 30, createGradient(40, 30)).with(60, 1)],
    [
      'half a TIFF',
      'half.tif',
      createTiff(40, 30, createGradient(40, 30), 'little').subarray(0, 900),
    ],
    [
      'a TIFF that promises 4 billion pixels',
      'big.tif',
      createTiff(65_535, 65_535, createGradient(1, 1), 'little'),
    ],
    ['half a DICOM file', 'half.dcm', createDicomFile(40, 30).subarray(0, 250)],
    ['a DICOM file without its last pixels', 'cut.dcm', createDicomFile(40, 30).subarray(0, -10)],
    ['raw without a description', 'alone.raw', 'pixels'],
  ]
  test.each(unreadable)('%s is moved to quarantine, with the reason', async (_, name, content) => {
    startDriver()
    await ready()
    await drop(name, content)
    await pass(31_000)
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), 20_000)
    expect(frames()).toEqual([])
    await vi.waitFor(() =>
      expect(events.at(-1)).toEqual({ type: 'fault', fault: 'unreadable-file' }),
    )
    const kept = (await readdir(quarantine)).toSorted()
    expect(kept).toHaveLength(2)
    expect(await readFile(join(quarantine, kept[0] ?? ''))).toEqual(Buffer.from(content))
    expect(await readFile(join(quarantine, kept[1] ?? ''), 'utf8')).toMatch(/\w+ \w+/u)
  })
  test('a raw file whose size does not match its description is moved to quarantine', async () => {
    startDriver()
    await ready()
    await drop('a.raw', Buffer.alloc(47))
    await drop('a.json', JSON.stringify({ width: 6, height: 4 }))
    await pass(31_000)
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), 20_000)
    const reason = (await readdir(quarantine)).find((name) => name.endsWith('.txt')) ?? ''
    expect(await readFile(join(quarantine, reason), 'utf8')).toBe(
      '47 bytes where 6 by 4 pixels need 48\n',
    )
  })
})

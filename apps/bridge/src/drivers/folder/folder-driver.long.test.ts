import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SensorDriverEvent, SensorFrame } from '@talus/devices'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { context } from '../../testing/bridge-client.ts'
import { aDicomFile, aPng, aTiff, gradient } from '../../testing/made-files.ts'
import { folderDriver } from './folder-driver.ts'

let root: string
let folder: string
let quarantine: string
let now = 0
let events: SensorDriverEvent[]
let stop: () => void = () => undefined

/** Looks are real, waiting is not: the clock moves when the test says so. */
function aDriver() {
  const driver = folderDriver({
    name: 'general',
    folder,
    quarantine,
    timing: {
      now: () => now,
      after: (_, call) => {
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
const looks = async () => new Promise((resolve) => setTimeout(resolve, 60))
const pass = async (milliseconds: number) => {
  await looks()
  now += milliseconds
  await looks()
}
const untilFrame = async () => {
  await pass(2000)
  await vi.waitFor(() => expect(frames()).not.toEqual([]), 3000)
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

const ready = () => vi.waitFor(() => expect(events[0]?.type).toBe('connected'), 3000)
const drop = (name: string, content: Uint8Array | string) => writeFile(join(folder, name), content)

describe('what it reads', () => {
  const pixels = gradient(6, 4)

  test('16-bit PNG, with the pitch of its header', async () => {
    aDriver()
    await ready()
    await drop('a.png', aPng(6, 4, pixels, 6_757))
    const frame = await untilFrame()
    expect(frame).toMatchObject({ format: 'raw16', width: 6, height: 4, bits: 16, captureId: null })
    expect(frame.pitch).toBeCloseTo(0.148, 3)
    expect(Buffer.from(frame.bytes)).toEqual(Buffer.from(pixels.buffer))
  })
  test.each(['little', 'big', 'deflated'] as const)('16-bit TIFF, %s', async (kind) => {
    aDriver()
    await ready()
    await drop('a.tif', aTiff(6, 4, pixels, kind))
    const frame = await untilFrame()
    expect(frame).toMatchObject({ format: 'raw16', width: 6, height: 4 })
    expect(Buffer.from(frame.bytes)).toEqual(Buffer.from(pixels.buffer))
  })
  test('raw with its description, whichever comes first', async () => {
    aDriver()
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
  test('DICOM as it came, whatever it is called', async () => {
    aDriver()
    await ready()
    const file = aDicomFile(6, 4)
    await drop('IM_0001', file)
    const frame = await untilFrame()
    expect(frame).toMatchObject({ format: 'dicom', width: 6, height: 4 })
    expect(Buffer.from(frame.bytes)).toEqual(Buffer.from(file))
  })
})

describe('when it takes a file', () => {
  const whole = aPng(40, 30, gradient(40, 30))

  test('not while it grows, and not while it is half-written', async () => {
    aDriver()
    await ready()
    await drop('a.png', whole.subarray(0, 200))
    for (const length of [400, 600, 800]) {
      await pass(1000)
      await drop('a.png', whole.subarray(0, length))
    }
    // It has stopped for a while in the middle: unreadable, and still not given up.
    await pass(10_000)
    expect(frames()).toEqual([])
    await drop('a.png', whole)
    expect((await untilFrame()).width).toBe(40)
    expect(await readdir(root)).not.toContain('quarantine')
  })
  test('not under the name of an unfinished one; after the renaming', async () => {
    aDriver()
    await ready()
    await drop('a.png.part', whole)
    await drop('~b.tmp', whole)
    await pass(60_000)
    expect(frames()).toEqual([])
    await rename(join(folder, 'a.png.part'), join(folder, 'a.png'))
    await untilFrame()
  })
  test('and leaves it until the frame is safe', async () => {
    const driver = aDriver()
    await ready()
    await drop('a.png', whole)
    const { exposureId } = await untilFrame()
    await pass(60_000)
    expect(await readdir(folder)).toEqual(['a.png'])
    expect(frames()).toHaveLength(1)
    driver.release(exposureId)
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), 3000)
    expect(events.at(-1)).toEqual({ type: 'cleaned' })
  })
  test('a process that died in between finds it again, under the same id', async () => {
    aDriver()
    await ready()
    await drop('a.png', whole)
    const first = await untilFrame()
    stop()
    events = []
    aDriver()
    expect((await untilFrame()).exposureId).toBe(first.exposureId)
  })
  test('one after the other', async () => {
    const driver = aDriver()
    await ready()
    await drop('a.png', whole)
    await drop('b.png', aPng(6, 4, gradient(6, 4)))
    const first = await untilFrame()
    expect(frames()).toHaveLength(1)
    driver.release(first.exposureId)
    await vi.waitFor(() => expect(frames()).toHaveLength(2), 3000)
  })
})

describe('whose image it is', () => {
  const file = aPng(6, 4, gradient(6, 4))

  test('that of the capture that waits, if the file is newer', async () => {
    const driver = aDriver()
    await ready()
    now = Date.now() - 1000
    driver.prepare('capture-1', context)
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
  test('nobody’s, if it lay there before: never the next animal’s', async () => {
    const driver = aDriver()
    await ready()
    await drop('a.png', file)
    now = Date.now() + 60_000
    driver.prepare('capture-1', context)
    expect(await untilFrame()).toMatchObject({ captureId: null })
    expect(events.map(({ type }) => type)).not.toContain('radiation')
  })
})

describe('what it cannot read', () => {
  const unreadable: readonly (readonly [string, string, Uint8Array | string])[] = [
    ['a text', 'letter.txt', 'Dear colleague'],
    ['half a PNG', 'half.png', aPng(40, 30, gradient(40, 30)).subarray(0, 300)],
    ['a PNG with a wrong bit', 'bit.png', aPng(40, 30, gradient(40, 30)).with(60, 1)],
    ['half a TIFF', 'half.tif', aTiff(40, 30, gradient(40, 30), 'little').subarray(0, 900)],
    [
      'a TIFF that promises 4 billion pixels',
      'big.tif',
      aTiff(65_535, 65_535, gradient(1, 1), 'little'),
    ],
    ['half a DICOM file', 'half.dcm', aDicomFile(40, 30).subarray(0, 250)],
    ['a DICOM file without its last pixels', 'cut.dcm', aDicomFile(40, 30).subarray(0, -10)],
    ['raw without a description', 'alone.raw', 'pixels'],
  ]
  test.each(unreadable)('%s is set aside, with the reason', async (_, name, content) => {
    aDriver()
    await ready()
    await drop(name, content)
    await pass(31_000)
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), 3000)
    expect(frames()).toEqual([])
    await vi.waitFor(() =>
      expect(events.at(-1)).toEqual({ type: 'fault', fault: 'unreadable-file' }),
    )
    const kept = (await readdir(quarantine)).toSorted()
    expect(kept).toHaveLength(2)
    expect(await readFile(join(quarantine, kept[0] ?? ''))).toEqual(Buffer.from(content))
    expect(await readFile(join(quarantine, kept[1] ?? ''), 'utf8')).toMatch(/\w+ \w+/u)
  })
  test('raw whose size does not fit its description', async () => {
    aDriver()
    await ready()
    await drop('a.raw', Buffer.alloc(47))
    await drop('a.json', JSON.stringify({ width: 6, height: 4 }))
    await pass(31_000)
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), 3000)
    const reason = (await readdir(quarantine)).find((name) => name.endsWith('.txt')) ?? ''
    expect(await readFile(join(quarantine, reason), 'utf8')).toBe(
      '47 bytes where 6 by 4 pixels need 48\n',
    )
  })
})

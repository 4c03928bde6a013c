import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulateFrame } from '@talus/imaging/phantom'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { startProcessPool } from './index.ts'
import type { FramePreview, FrameToProcess } from './index.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = await mkdtemp(join(tmpdir(), 'process-pool-'))
const cacheFolder = join(folder, 'calibrations')
const notes: unknown[] = []
const log = { warn: (detail: object) => void notes.push(detail) }
const processPool = startProcessPool({ cacheFolder, log, size: 1 })
afterAll(async () => {
  await processPool.close()
  await rm(folder, { recursive: true, force: true })
})

const [width, height] = [560, 460]
const simulated = simulateFrame({
  species: 'Canine',
  bodyPart: 'Chest',
  view: 'LAT',
  size: 'M',
  kv: 66,
  ma: 160,
  ms: 12.5,
  seed: 3,
  detectorSeed: 7,
  width,
  height,
})
const counts = () => new Uint8Array(simulated.data.slice().buffer)
const chest: FrameToProcess = {
  width,
  height,
  bits: 14,
  pitch: null,
  bytes: () => Promise.resolve(counts()),
  calibration: { detectorSeed: 7, countsPerMicrogray: 400 },
  species: 'Canine',
  bodyPart: 'Chest',
}
const xs = simulated.collimation.map(({ x }) => x)
const ys = simulated.collimation.map(({ y }) => y)
const field = {
  left: Math.min(...xs),
  right: Math.max(...xs),
  top: Math.min(...ys),
  bottom: Math.max(...ys),
}
const between = (one: number, other: number) => Math.abs(one - other)
const valuesOf = (pixels: Uint8Array) =>
  new Uint16Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 2)

test('the preview comes before the whole image, with the same exposure index', async () => {
  const events: string[] = []
  let preview: FramePreview | undefined
  const image = await processPool
    .process(chest, (made) => {
      preview = made
      events.push('preview')
    })
    .finally(() => events.push('image'))
  expect(events).toEqual(['preview', 'image'])
  expect(image).toMatchObject({ bitsStored: 14, preset: 'thorax' })
  expect(image.pixels.byteLength).toBe(image.rows * image.columns * 2)
  const values = valuesOf(image.pixels)
  expect(Math.max(...values.subarray(0, 100_000))).toBeLessThan(2 ** 14)
  expect(values.filter((value) => value > image.window.center).length).toBeGreaterThan(10_000)
  // The collimated border is cropped, except for a narrow rim.
  const { origin, columns, rows } = image
  expect(between(origin.x, field.left)).toBeLessThan(12)
  expect(between(origin.y, field.top)).toBeLessThan(12)
  expect(between(origin.x + columns, field.right)).toBeLessThan(12)
  expect(between(origin.y + rows, field.bottom)).toBeLessThan(12)
  expect(image.exposureIndex).toBeGreaterThan(20)
  expect(image.targetExposureIndex).toBe(250)
  expect(preview?.exposureIndex).toBe(image.exposureIndex)
  expect(preview?.deviationIndex).toBe(image.deviationIndex)
  const shown = { format: 'jpeg', width: columns, height: rows }
  expect(await sharp(preview?.jpeg).metadata()).toMatchObject(shown)
})

test('the calibration of a panel is computed once and stored in a file', async () => {
  const [name = ''] = await readdir(cacheFolder)
  expect(name).toBe(`panel-v1-7-400-${width}x${height}.calibration`)
  const path = join(cacheFolder, name)
  const size = (await stat(path)).size
  const first = await processPool.process(chest)
  // Another server with the same folder reads the file; a truncated one is written again.
  const other = startProcessPool({ cacheFolder, size: 1 })
  try {
    await other.warm()
    expect((await other.process(chest)).pixels).toEqual(first.pixels)
  } finally {
    await other.close()
  }
  await truncate(path, 1000)
  const third = startProcessPool({ cacheFolder, size: 1 })
  try {
    expect((await third.process(chest)).pixels).toEqual(first.pixels)
    expect((await stat(path)).size).toBe(size)
  } finally {
    await third.close()
  }
})

test('a panel can be calibrated before its first frame', async () => {
  const panel = {
    width: 280,
    height: 230,
    calibration: { detectorSeed: 9, countsPerMicrogray: 400 },
  }
  await processPool.warm(panel)
  expect(await readdir(cacheFolder)).toContain('panel-v1-9-400-280x230.calibration')
  // A sensor without a detector seed needs no computed calibration.
  await processPool.warm({ ...panel, calibration: { countsPerMicrogray: 400 } })
  expect(await readdir(cacheFolder)).toHaveLength(2)
})

test('panel defects are corrected with its calibration only', async () => {
  const [row = 0] = simulated.detector.defects.rows
  const steps = async (calibration: unknown) => {
    const image = await processPool.process({ ...chest, calibration })
    const { origin, columns } = image
    const values = valuesOf(image.pixels)
    const at = (row - origin.y) * columns + width / 2 - origin.x
    const along = [...values.subarray(at - 60, at + 60)]
    const above = [...values.subarray(at - 60 - 2 * columns, at + 60 - 2 * columns)]
    return along.reduce((sum, value, index) => sum + Math.abs(value - (above[index] ?? 0)), 0) / 120
  }
  expect(await steps(chest.calibration)).toBeLessThan((await steps(null)) / 3)
})

test('missing calibration data costs the exposure index, never the image', async () => {
  notes.length = 0
  const withOnly = (calibration: unknown) => processPool.process({ ...chest, calibration })
  expect(await withOnly(null)).toMatchObject({ exposureIndex: null })
  expect(await withOnly({ offset: 180, saturation: 16_383 })).toMatchObject({
    deviationIndex: null,
  })
  expect((await withOnly({ countsPerMicrogray: 400 })).exposureIndex).toBeGreaterThan(20)
  expect(notes).toEqual([])
  expect(await withOnly({ detectorSeed: 'seven' })).toMatchObject({ exposureIndex: null })
  expect((await processPool.process({ ...chest, preset: 'of another day' })).preset).toBe('thorax')
  expect(notes).toMatchObject([
    { note: expect.stringContaining('not understood') },
    { note: 'there is no preset of another day' },
  ])
})

test('an unwritable calibration folder is logged and does not prevent an image', async () => {
  const path = join(folder, 'a-file')
  await writeFile(path, '')
  const warnings: object[] = []
  const other = startProcessPool({
    cacheFolder: join(path, 'below'),
    log: { warn: (detail) => void warnings.push(detail) },
    size: 1,
  })
  try {
    expect((await other.process(chest)).rows).toBeGreaterThan(height / 2)
    expect(warnings).toMatchObject([{ note: expect.stringContaining('was not kept') }])
  } finally {
    await other.close()
  }
})

test('a truncated frame is refused, and the worker goes on', async () => {
  const cut = { ...chest, bytes: () => Promise.resolve(counts().slice(0, 9000)) }
  await expect(processPool.process(cut)).rejects.toMatchObject({ name: 'FrameMismatch' })
  const odd = { ...chest, bytes: () => Promise.resolve(counts().slice(1)) }
  await expect(processPool.process(odd)).rejects.toMatchObject({ name: 'FrameMismatch' })
  const within = Buffer.concat([Buffer.alloc(3), counts()]).subarray(3)
  const whole = await processPool.process({ ...chest, bytes: async () => within })
  expect(whole.rows).toBeGreaterThan(height / 2)
})

test('JPEGs of two presets differ', async () => {
  const [thorax, lung] = await Promise.all(
    ['thorax', 'lung'].map((preset) => processPool.renderJpeg({ ...chest, preset }, 300)),
  )
  const { format, width: columns } = await sharp(thorax).metadata()
  expect(format).toBe('jpeg')
  expect(columns).toBeGreaterThan(150)
  expect(columns).toBeLessThanOrEqual(300)
  expect(Buffer.compare(thorax ?? Buffer.alloc(0), lung ?? Buffer.alloc(0))).not.toBe(0)
})

test('an exposure goes before queued tasks, and survives a failing preview listener', async () => {
  const done: string[] = []
  notes.length = 0
  const jpegs = [1, 2, 3].map(() =>
    processPool.renderJpeg(chest, 300).then(() => done.push('picture')),
  )
  const image = processPool
    .process(chest, () => {
      throw new Error('nobody is there')
    })
    .then(() => done.push('image'))
  await Promise.all([...jpegs, image])
  expect(done).toEqual(['picture', 'image', 'picture', 'picture'])
  expect(notes).toMatchObject([{ err: { message: 'nobody is there' } }])
})

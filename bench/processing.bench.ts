// Measures each step from a raw frame of 2800 x 2300 to a preview and to the whole image, in one
// thread. The frame shows a limb with noise and a rotated collimated field; the panel has a pattern
// and defects.
import { setTimeout as wait } from 'node:timers/promises'
import { prepareFrame, processPrepared } from '@talus/imaging/processing'
import type { Calibration, PresetId, ProcessOptions, RawFrame } from '@talus/imaging/processing'
import { median, readResidentMb } from './support/measure.ts'

const [width, height] = [2800, 2300]
const rounds = 12
const previewEdge = 1000

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const random = createRandom(20_011)
const normals = Float32Array.from(
  { length: 2 ** 16 },
  () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
)
const normal = () => normals[Math.floor(random() * normals.length)] ?? 0

function createCalibration(): Calibration {
  const [dark, gain] = [new Float32Array(width * height), new Float32Array(width * height)]
  for (let at = 0; at < dark.length; at += 1) {
    dark[at] = 180 + 4 * normal()
    gain[at] = 1 + 0.02 * normal()
  }
  const pixels = Uint32Array.from({ length: 640 }, () =>
    Math.floor(random() * dark.length),
  ).toSorted()
  return {
    width,
    height,
    dark,
    gain,
    defects: { pixels, rows: [903], columns: [1500] },
    darkNoise: 4,
    countsPerMicrogray: 400,
  }
}

function simulateExposure({ dark, gain }: Calibration): RawFrame {
  const data = new Uint16Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const across = (x - 1400 + 0.2 * (y - 1150)) / 620
      const inner = across * 2.6
      const flesh = 2 * Math.sqrt(Math.max(0, 1 - across * across))
      const bone =
        (1.3 + 0.2 * Math.sin(x / 5) * Math.sin(y / 6)) * Math.sqrt(Math.max(0, 1 - inner * inner))
      const isOpen = Math.abs(x - 1400 + 0.02 * y) < 1250 && Math.abs(y - 1150 - 0.02 * x) < 1020
      const signal = (isOpen ? 9000 : 60) * Math.exp(-flesh - bone)
      const count = signal + Math.sqrt(signal) * normal() + 4 * normal()
      data[at] = Math.max(0, count / (gain[at] ?? 1) + (dark[at] ?? 0))
    }
  return { width, height, bits: 14, pitch: 0.14, data }
}

/** Wall time and processor time in milliseconds: a busy computer increases only the first. */
interface Time {
  readonly wall: number
  readonly cpu: number
}

function startStopwatch(): () => Time {
  const [started, before] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(before)
    return { wall: performance.now() - started, cpu: (user + system) / 1000 }
  }
}

function measureTime<Result>(times: Time[], work: () => Result): Result {
  const stop = startStopwatch()
  const result = work()
  times.push(stop())
  return result
}

const p95 = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.ceil(0.95 * values.length) - 1] ?? 0
function print(name: string, times: readonly Time[]): void {
  const [walls, cpus] = [times.map(({ wall }) => wall), times.map(({ cpu }) => cpu)]
  const ms = (value: number) => `${value.toFixed(0).padStart(5)} ms`
  console.log(
    `${name.padEnd(34)} median ${ms(median(walls))}  p95 ${ms(p95(walls))}  ` +
      `first ${ms(walls[0] ?? 0)}  processor ${ms(median(cpus))}`,
  )
}

const calibration = createCalibration()
const frame = simulateExposure(calibration)
const presets: readonly PresetId[] = ['bone', 'thorax', 'plain']
const steps = {
  prepare: [] as Time[],
  preview: [] as Time[],
  previewAll: [] as Time[],
  all: [] as Time[],
}
const timesByPreset = new Map(presets.map((preset) => [preset, [] as Time[]]))
for (let round = 0; round < rounds; round += 1) {
  const options: ProcessOptions = { species: 'Canine', bodyPart: 'Back Legs' }
  const stop = startStopwatch()
  const prepared = measureTime(steps.prepare, () => prepareFrame(frame, calibration))
  measureTime(steps.preview, () => processPrepared(prepared, options, previewEdge))
  steps.previewAll.push(stop())
  measureTime(timesByPreset.get('bone') ?? [], () => processPrepared(prepared, options))
  steps.all.push(stop())
  for (const preset of presets.slice(1))
    measureTime(timesByPreset.get(preset) ?? [], () =>
      processPrepared(prepared, { ...options, preset }),
    )
  await wait(20)
}
console.log(
  `${width} x ${height}, ${rounds} rounds, one thread; the first round runs before JIT compilation`,
)
print('correct, repair, field, exposure', steps.prepare)
print(`preview of ${previewEdge} px`, steps.preview)
for (const [preset, times] of timesByPreset) print(`whole image, ${preset}`, times)
print('frame to preview', steps.previewAll)
print('frame to preview and whole image', steps.all)
console.log(`memory of the process: ${(await readResidentMb(process.pid)).toFixed(0)} MB`)

import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Seconds of processor time of a process with all its threads. */
export async function readCpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name of the program may contain spaces; the numbers follow its closing bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticksPerSecond = 100
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/**
 * Seconds of processor time of the running threads of a process, in nanoseconds of the scheduler: the
 * ticks of `readCpuSeconds` are too coarse for short rounds. Needs a process that ends no thread
 * meanwhile.
 */
export async function readFineCpuSeconds(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const times = await Promise.all(
    threads.map(async (thread) => {
      const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
      return Number(text.split(' ')[0])
    }),
  )
  return times.reduce((sum, time) => sum + time, 0) / 1e9
}

/** Megabytes of resident memory of a process. */
export async function readResidentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024
}

export interface Measurement {
  readonly seconds: number
  readonly cpu: number
}

export async function measureWork(pid: number, work: () => Promise<unknown>): Promise<Measurement> {
  const [started, before] = [performance.now(), await readCpuSeconds(pid)]
  await work()
  return {
    seconds: (performance.now() - started) / 1000,
    cpu: (await readCpuSeconds(pid)) - before,
  }
}

/**
 * Waits until the process is idle. Work that a server does after its response, such as rendering
 * thumbnails, must not count against the other server, nor against its own next round.
 */
export async function waitUntilIdle(pid: number): Promise<void> {
  for (let quiet = 0, tries = 0; quiet < 3 && tries < 120; tries += 1) {
    const before = await readCpuSeconds(pid)
    await wait(1000)
    quiet = (await readCpuSeconds(pid)) - before < 0.03 ? quiet + 1 : 0
  }
}

const readProcessorTimes = async () => {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const times = line.split(/\s+/u).slice(1, 9).map(Number)
  // The fourth and fifth one: idle, and waiting for the disk.
  return {
    idle: (times[3] ?? 0) + (times[4] ?? 0),
    all: times.reduce((sum, time) => sum + time, 0),
  }
}

/**
 * Waits until the computer does hardly anything, at most 20 seconds: a browser that was closed writes
 * its caches for some time, which would slow down the one that is measured next.
 */
export async function waitUntilQuiet(): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const before = await readProcessorTimes()
    await wait(1000)
    const after = await readProcessorTimes()
    if ((after.idle - before.idle) / (after.all - before.all) > 0.93) return
  }
}

export const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

export interface Pair {
  readonly ours: Measurement
  readonly theirs: Measurement
}

/** Runs A, B, B, A, …, so that a temporary load of the computer slows both down. */
export async function runInPairs(
  count: number,
  ours: (round: number) => Promise<Measurement>,
  theirs: (round: number) => Promise<Measurement>,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  for (let round = 0; round < count; round += 1) {
    if (round % 2 === 0) {
      const first = await ours(round)
      pairs.push({ ours: first, theirs: await theirs(round) })
    } else {
      const first = await theirs(round)
      pairs.push({ theirs: first, ours: await ours(round) })
    }
  }
  return pairs
}

/** Formats the median of the ratios of the pairs, and their range. */
export function formatRatio(pairs: readonly Pair[], computeRatio: (pair: Pair) => number): string {
  const ratios = pairs.map(computeRatio)
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  return `${median(ratios).toFixed(3)} (${least.toFixed(3)} to ${most.toFixed(3)})`
}

/**
 * The median with the limits between which it lies with a probability of 95 %, by the order of the
 * values: they make no assumption about the kind of noise.
 */
export function formatMedian(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other)
  const half = 0.98 * Math.sqrt(sorted.length)
  const at = (index: number) =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(index)))] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  return `${median(values).toFixed(3)} (${at(middle - half).toFixed(3)} to ${at(middle + half).toFixed(3)})`
}

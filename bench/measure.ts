import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Of a process with all its threads: seconds of processor time, and megabytes of memory. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name of the program may hold spaces; the numbers come after its bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticksPerSecond = 100
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024
}

export interface Measured {
  readonly seconds: number
  readonly cpu: number
}

export async function measured(pid: number, work: () => Promise<unknown>): Promise<Measured> {
  const [started, before] = [performance.now(), await cpuSeconds(pid)]
  await work()
  return {
    seconds: (performance.now() - started) / 1000,
    cpu: (await cpuSeconds(pid)) - before,
  }
}

/**
 * Until it has nothing left to do: what a server does after its answer, such as making small pictures, must
 * not be counted against its neighbour, nor against its own next round.
 */
export async function untilIdle(pid: number): Promise<void> {
  for (let quiet = 0, tries = 0; quiet < 3 && tries < 120; tries += 1) {
    const before = await cpuSeconds(pid)
    await wait(1000)
    quiet = (await cpuSeconds(pid)) - before < 0.03 ? quiet + 1 : 0
  }
}

export const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

export interface Pair {
  readonly ours: Measured
  readonly theirs: Measured
}

/** A, B, B, A, …: what slows the machine down for a while slows both. */
export async function inPairs(
  count: number,
  ours: (round: number) => Promise<Measured>,
  theirs: (round: number) => Promise<Measured>,
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

/** The median of the ratios of the pairs, and how far they lie apart. */
export function ratioText(pairs: readonly Pair[], of: (pair: Pair) => number): string {
  const ratios = pairs.map(of)
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  return `${median(ratios).toFixed(3)} (${least.toFixed(3)} to ${most.toFixed(3)})`
}

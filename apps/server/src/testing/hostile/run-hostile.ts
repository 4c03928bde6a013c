import { setTimeout as wait } from 'node:timers/promises'
import { createHostileFile, createZipBombContents, hostileKinds } from './hostile-files.ts'
import type { HostileKind } from './hostile-files.ts'
import { startProbe } from './probe.ts'
import type { ProbeReport } from './probe.ts'
import { prepareSending, prepareZip, view } from './send-hostile.ts'
import type { HostileTarget, Outcome, WayIn } from './send-hostile.ts'

export interface HostileCase extends Pick<ProbeReport, 'p99Ms' | 'maxMs' | 'busyMs' | 'failures'> {
  readonly kind: HostileKind | 'zip bomb' | 'all kinds at once' | 'nothing'
  readonly way: WayIn | 'view' | 'none'
  readonly said: string
  readonly seconds: number
  /** The growth of the server's memory at its peak. */
  readonly riseMb: number
}

export interface HostileRun {
  readonly target: HostileTarget & { readonly pid: number }
  readonly ways: readonly WayIn[]
  readonly getBytes: (kind: HostileKind | 'zip bomb') => number
  readonly kinds?: readonly HostileKind[]
  /** The pause between two cases, in which the server may finish what it has begun. */
  readonly pauseMs: number
  /** The time between two requests and readings of the memory. */
  readonly intervalMs: number
}

/** Sends every kind of hostile file through every way in, and measures the server meanwhile. */
export async function* runHostile(run: HostileRun): AsyncGenerator<HostileCase> {
  const { target, ways, getBytes, kinds = hostileKinds, pauseMs, intervalMs } = run
  const probe = startProbe({ url: `${target.base}/health`, pid: target.pid, intervalMs })

  async function measure(
    kind: HostileCase['kind'],
    way: HostileCase['way'],
    work: () => Promise<Outcome>,
  ): Promise<HostileCase & Outcome> {
    const { residentMb } = await probe.report()
    const started = performance.now()
    const outcome = await work().catch((error: unknown) => ({ said: String(error) }))
    const seconds = (performance.now() - started) / 1000
    // The server renders a thumbnail of a stored image after a moment.
    await wait(pauseMs)
    const { peakMb, ...delays } = await probe.report()
    return { kind, way, ...outcome, seconds, riseMb: peakMb - residentMb, ...delays }
  }

  try {
    // Shows the delay that other programs on this computer cause.
    yield await measure('nothing', 'none', async () => {
      await wait(pauseMs)
      return { said: 'for comparison' }
    })
    for (const kind of kinds)
      for (const way of ways) {
        // The bridge waits half a minute before it gives a file up.
        if (way === 'bridge folder') continue

        const send = prepareSending(target, createHostileFile(kind, getBytes(kind), way), way)
        const sent = await measure(kind, way, send)
        yield sent
        const { imageId } = sent
        if (imageId !== undefined && way === 'import')
          yield await measure(kind, 'view', () => view(target, imageId))
      }
    if (ways.includes('bridge folder'))
      yield await measure('all kinds at once', 'bridge folder', async () => {
        const files = kinds.map((kind) => createHostileFile(kind, getBytes(kind)))
        const drops = files.map((file) => prepareSending(target, file, 'bridge folder')())
        const outcomes = (await Promise.all(drops)).map(({ said }) => said)
        return { said: [...new Set(outcomes)].join(', ') }
      })
    if (ways.includes('zip'))
      yield await measure(
        'zip bomb',
        'zip',
        prepareZip(target, createZipBombContents(getBytes('zip bomb'))),
      )
  } finally {
    await probe.stop()
  }
}

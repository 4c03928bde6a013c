import { readFileSync, readdirSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { ProbeReport, ProbeSettings } from './probe.ts'

// Measures a server from outside, in a thread of its own: the one that sends files is busy.
const { url, pid, intervalMs } = workerData as ProbeSettings
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let latencies: number[] = []
let [peakMb, failures, busyMs] = [0, 0, 0]

const readText = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The server and the processes that it has started to read files; not the bridge. */
function readResidentMb(): number {
  const readers = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/u.test(name) || name === String(pid)) return false
    const parent = /\) \S (\d+)/u.exec(readText(`/proc/${name}/stat`))?.[1]
    return parent === String(pid) && readText(`/proc/${name}/cmdline`).includes('long-read')
  })
  return [String(pid), ...readers].reduce((sum, id) => {
    const kb = /VmRSS:\s+(\d+)/u.exec(readText(`/proc/${id}/status`))?.[1]
    return sum + Number(kb ?? 0) / 1024
  }, 0)
}

/** Processor time of the main thread, in steps of ten milliseconds. */
function readMainThreadMs(): number {
  const stat = readText(`/proc/${pid}/task/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0))
}

const ask = () =>
  new Promise<void>((resolve) => {
    const started = performance.now()
    const busyBefore = readMainThreadMs()
    const asking = get(url, { agent, timeout: 60_000 }, (reply) => {
      reply.resume().once('end', () => {
        latencies.push(performance.now() - started)
        busyMs = Math.max(busyMs, readMainThreadMs() - busyBefore)
        resolve()
      })
    })
    asking.once('error', () => {
      failures += 1
      resolve()
    })
    asking.once('timeout', () => asking.destroy())
  })

function report(): ProbeReport {
  const sorted = latencies.toSorted((one, other) => one - other)
  const found = {
    residentMb: readResidentMb(),
    peakMb,
    failures,
    busyMs,
    count: sorted.length,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    maxMs: sorted.at(-1) ?? 0,
  }
  latencies = []
  failures = 0
  busyMs = 0
  peakMb = found.residentMb
  return found
}

parentPort?.on('message', () => parentPort?.postMessage(report(), []))
async function watchMemory() {
  for (;;) {
    peakMb = Math.max(peakMb, readResidentMb())
    await wait(10)
  }
}
void watchMemory()
for (;;) {
  await ask()
  await wait(intervalMs)
}

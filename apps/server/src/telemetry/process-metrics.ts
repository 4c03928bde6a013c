import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { createFamily, createGauge } from './registry.ts'
import type { Family } from './registry.ts'

/** Every Prometheus server reads the same finished period, whenever and how often it asks. */
const periodMs = 15_000

/** Memory, processor time and event loop of this process. */
export function watchProcess() {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  let last = { mean: 0, p99: 0, max: 0 }
  const readDelay = () => ({
    mean: Number.isNaN(delay.mean) ? 0 : delay.mean / 1e9,
    p99: delay.percentile(99) / 1e9,
    max: delay.max / 1e9,
  })
  let isFirst = true
  const timer = setInterval(() => {
    last = readDelay()
    isFirst = false
    delay.reset()
  }, periodMs).unref()

  return {
    stop: () => {
      clearInterval(timer)
      delay.disable()
    },
    read: (): Family[] => {
      const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      const { active } = performance.eventLoopUtilization()
      const startedOn = (performance.timeOrigin / 1000).toFixed(0)
      return [
        createGauge('process_start_time_seconds', 'Start of the process.', Number(startedOn)),
        createGauge('process_resident_memory_bytes', 'Resident memory.', rss),
        createFamily('counter', 'process_cpu_seconds_total', 'Processor time of all threads.', [
          [{}, (user + system) / 1e6],
        ]),
        createFamily('gauge', 'talus_memory_bytes', 'Memory of the main thread, by its use.', [
          [{ use: 'heap_used' }, heapUsed],
          [{ use: 'heap_total' }, heapTotal],
          [{ use: 'external' }, external],
          [{ use: 'array_buffers' }, arrayBuffers],
        ]),
        createFamily(
          'gauge',
          'talus_event_loop_delay_seconds',
          `Delay of the event loop in the last ${periodMs / 1000} seconds.`,
          Object.entries(isFirst ? readDelay() : last).map(([statistic, value]) => [
            { statistic },
            value,
          ]),
        ),
        createFamily(
          'counter',
          'talus_event_loop_active_seconds_total',
          'Time in which the event loop was busy.',
          [[{}, active / 1000]],
        ),
      ]
    },
  }
}

import { expect, test } from 'vitest'
import { formatMetrics } from './format-metrics.ts'
import { createFamily, createGauge, createRegistry } from './registry.ts'

const format = async (registry: ReturnType<typeof createRegistry>) =>
  formatMetrics(await registry.read())

test('counters and histograms are written as Prometheus reads them', async () => {
  const registry = createRegistry()
  const calls = registry.counter('calls_total', 'Calls\nby path.', 'path')
  const seconds = registry.histogram('call_seconds', 'Durations.', 'path')
  calls.add(['/a "quoted" \\ path'])
  calls.add(['/a "quoted" \\ path'], 2)
  for (const value of [0.001, 0.005, 0.3, 100]) seconds.observe(['/b'], value)
  expect(await format(registry)).toBe(
    `# HELP calls_total Calls\\nby path.
# TYPE calls_total counter
calls_total{path="/a \\"quoted\\" \\\\ path"} 3
# HELP call_seconds Durations.
# TYPE call_seconds histogram
call_seconds_bucket{path="/b",le="0.005"} 2
call_seconds_bucket{path="/b",le="0.01"} 2
call_seconds_bucket{path="/b",le="0.025"} 2
call_seconds_bucket{path="/b",le="0.05"} 2
call_seconds_bucket{path="/b",le="0.1"} 2
call_seconds_bucket{path="/b",le="0.25"} 2
call_seconds_bucket{path="/b",le="0.5"} 3
call_seconds_bucket{path="/b",le="1"} 3
call_seconds_bucket{path="/b",le="2.5"} 3
call_seconds_bucket{path="/b",le="10"} 3
call_seconds_bucket{path="/b",le="60"} 3
call_seconds_bucket{path="/b",le="+Inf"} 4
call_seconds_sum{path="/b"} 100.306
call_seconds_count{path="/b"} 4
`,
  )
})

test('labels that a caller could choose do not fill the memory', async () => {
  const registry = createRegistry()
  const calls = registry.counter('calls_total', 'Calls.', 'path')
  for (let index = 0; index < 5000; index += 1) calls.add([`/${index}`])
  const [family] = await registry.read()
  expect(family?.samples.length).toBeLessThanOrEqual(1501)
  const others = family?.samples.find(({ labels }) => labels['path'] === 'other')
  expect(others?.value).toBe(3500)
})

test('samples that two threads have counted are added up', async () => {
  const registry = createRegistry()
  const calls = registry.counter('calls_total', 'Calls.', 'path')
  calls.add(['/a'])
  registry.collect(() => [
    createFamily('counter', 'calls_total', 'Calls.', [
      [{ path: '/a' }, 4],
      [{ path: '/b' }, 1],
    ]),
  ])
  expect(await format(registry)).toBe(
    '# HELP calls_total Calls.\n# TYPE calls_total counter\ncalls_total{path="/a"} 5\ncalls_total{path="/b"} 1\n',
  )
})

test('a source that fails costs only its own numbers', async () => {
  const registry = createRegistry()
  registry.collect(() => Promise.reject(new Error('the database is down')))
  registry.collect(() => {
    throw new Error('a fault')
  })
  registry.collect(() => [createGauge('up', 'Runs.', 1)])
  expect(await format(registry)).toBe('# HELP up Runs.\n# TYPE up gauge\nup 1\n')
})

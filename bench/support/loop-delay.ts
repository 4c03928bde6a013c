// Loaded into a server with `--import`: writes the longest block of its event loop, in ms, to the
// file LOOP_DELAY_FILE at each SIGUSR2, and starts again.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env.LOOP_DELAY_FILE
if (isMainThread && file) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('SIGUSR2', () => {
    writeFileSync(file, String(delay.max / 1e6))
    delay.reset()
  })
}

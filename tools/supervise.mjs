// Keeps the server running: starts it again when it has died, with a growing delay. It is plain
// JavaScript without dependencies, so that this second process takes little memory.
//   node supervise.mjs <arguments of the server>
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Back-off between an exit and the next start; reset after the server has run for `heldMs`. */
const firstMs = 500
const longestMs = 30_000
const heldMs = 60_000
/** The server cannot run with its settings: see `configExitCode` in apps/server/src/main.ts. */
const configExitCode = 78

/** @type {import('node:child_process').ChildProcess | undefined} */
let server
/** @type {NodeJS.Timeout | undefined} */
let waiting
let isStopping = false
let hasBeenReady = false
let delay = firstMs

/**
 * A first start that ends with an error message, such as a port in use, is not repeated: the user
 * sees the message. A server that was ended by a signal or by V8 has died.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
const isToBeRestarted = (code, signal) => {
  if (isStopping || code === 0 || code === configExitCode) return false
  return hasBeenReady || signal !== null || (code ?? 0) >= 128
}

function start() {
  const startedAt = performance.now()
  server = spawn(process.execPath, process.argv.slice(2), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  server.once('message', () => {
    hasBeenReady = true
  })
  server.once('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  server.once('exit', (code, signal) => {
    server = undefined
    if (!isToBeRestarted(code, signal)) {
      process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
    }
    if (performance.now() - startedAt > heldMs) delay = firstMs
    console.error(`\n  Talus has ended (${signal ?? code}) and is started again.\n`)
    waiting = setTimeout(start, delay)
    delay = Math.min(2 * delay, longestMs)
  })
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    isStopping = true
    clearTimeout(waiting)
    if (!server) process.exit(0)
    // A terminal sends Ctrl-C to the server too; a second signal would mean "stop at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })
}

start()

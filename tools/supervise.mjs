// Keeps the server running: starts it again when it has died, with a growing delay. It is plain
// JavaScript without dependencies, so that this second process takes little memory.
//   node supervise.mjs [--log-folder=<folder>] <arguments of the server>
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { openLogFile } from './log-file.mjs'

/** Back-off between an exit and the next start; reset after the server has run for `heldMs`. */
const firstMs = 500
const longestMs = 30_000
const heldMs = 60_000
/** The server cannot run with its settings: see `configExitCode` in apps/server/src/main.ts. */
const configExitCode = 78

const [first = '', ...others] = process.argv.slice(2)
const logFolder = /^--log-folder=(.+)$/u.exec(first)?.[1]
const serverArgs = logFolder === undefined ? [first, ...others] : others
/** A service has no terminal: what the server prints is written to a file of limited size. */
const log = logFolder === undefined ? undefined : openLogFile(logFolder)
/** @param {string} text */
const print = (text) => (log ? log.write(`${text}\n`) : console.error(text))

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
  const output = log ? 'pipe' : 'inherit'
  server = spawn(process.execPath, serverArgs, { stdio: ['inherit', output, output, 'ipc'] })
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (/** @type {Uint8Array} */ chunk) => log?.write(chunk))
  }
  server.once('message', () => {
    hasBeenReady = true
  })
  server.once('error', (error) => {
    print(error.message)
    process.exit(1)
  })
  server.once('exit', (code, signal) => {
    server = undefined
    if (!isToBeRestarted(code, signal)) {
      process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
    }
    if (performance.now() - startedAt > heldMs) delay = firstMs
    print(`\n  Talus has ended (${signal ?? code}) and is started again.\n`)
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

// Keeps the server running: starts it again when it has died, with a growing delay. It is plain
// JavaScript without dependencies, so that this second process takes little memory.
//   node supervise.mjs [--log-folder=<folder>] <arguments of the server>
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { openLogFile } from './log-file.mjs'

/** Back-off between an exit and the next start; reset after the server has run for `heldMs`. */
const firstMs = 500
const longestMs = 30_000
const heldMs = 60_000
/** The server cannot run with its settings: see `configExitCode` in apps/server/src/main.ts. */
const configExitCode = 78

/** An update writes it, touches it every second and removes it at its end: tools/update/journal.ts. */
const journal = join(import.meta.dirname, '../.update/journal.json')
const journalPollMs = 5000
const abandonedMs = 30_000
/** The exit codes of `npm run update -- --before-start`: tools/update/problem.ts. */
const updateCodes = { done: 0, rolledBack: 2, needsHelp: 3, running: 13 }

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
/** Whether the present server has been ready. */
let isReady = false
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

/**
 * Ends an update that was interrupted, for example by a power cut: its version was never tried.
 * An update that still runs starts Talus for the trial.
 */
async function endInterruptedUpdate() {
  const program = join(import.meta.dirname, 'update.ts')
  const ending = spawn(process.execPath, [program, '--before-start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [ending.stdout, ending.stderr])
    stream.on('data', (/** @type {Uint8Array} */ chunk) => (output += String(chunk)))
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    ending.once('error', () => resolve(updateCodes.needsHelp))
    ending.once('close', resolve)
  })
  if (code === updateCodes.running) return
  print(output.trimEnd())
  if (code !== updateCodes.done && code !== updateCodes.rolledBack) process.exit(configExitCode)
}

/** Ends a version on trial that hangs although the update that tries it has died. */
function watchTrial() {
  const watching = setInterval(() => {
    const { mtimeMs } = statSync(journal, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs === undefined || isReady || !server) clearInterval(watching)
    else if (Date.now() - mtimeMs > abandonedMs) {
      print('\n  The update that tried this version has ended. This version is stopped.\n')
      server.kill('SIGKILL')
    }
  }, journalPollMs)
}

async function start() {
  const isAfterUpdate = existsSync(journal)
  if (isAfterUpdate) await endInterruptedUpdate()
  if (isStopping) process.exit(0)
  startServer()
  if (isAfterUpdate) watchTrial()
}

function startServer() {
  isReady = false
  const startedAt = performance.now()
  const output = log ? 'pipe' : 'inherit'
  server = spawn(process.execPath, serverArgs, { stdio: ['inherit', output, output, 'ipc'] })
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (/** @type {Uint8Array} */ chunk) => log?.write(chunk))
  }
  server.once('message', () => {
    hasBeenReady = true
    isReady = true
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
    waiting = setTimeout(() => void start(), delay)
    delay = Math.min(2 * delay, longestMs)
  })
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    isStopping = true
    clearTimeout(waiting)
    // Without a server it waits, or ends an interrupted update, which any later start continues.
    if (!server) process.exit(0)
    // A terminal sends Ctrl-C to the server too; a second signal would mean "stop at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })
}

/** An update that starts Talus for the trial may die: a version that was not tried must not go on. */
process.once('disconnect', () => {
  isStopping = true
  if (!server) process.exit(0)
  server.kill('SIGKILL')
})

await start()

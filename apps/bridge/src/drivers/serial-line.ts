import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, write } from 'node:fs'
import { ReadStream } from 'node:tty'
import type { ByteLine } from '@talus/devices'
import type { Log } from '../log.ts'

interface LineSettings {
  readonly path: string
  readonly baud: number
}

const openAgainMs = 2000

/** Eight bits, two stop bits, no parity, nothing interpreted: what these generators speak. */
function setUp({ path, baud }: LineSettings) {
  const flag = process.platform === 'darwin' ? '-f' : '-F'
  const args = [flag, path, String(baud), 'raw', 'cs8', 'cstopb', '-parenb', '-echo', '-crtscts']
  const { status, stderr, error } = spawnSync('stty', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`stty ${path}: ${error?.message ?? stderr.trim()}`)
}

/** A serial port as a file. Node has none of its own; a cable that was pulled is opened again. */
export function serialLine(settings: LineSettings, log: Log): ByteLine {
  let file: number | undefined
  let stream: ReadStream | undefined
  let isClosed = false
  let again: NodeJS.Timeout | undefined
  let lastTrouble = ''

  function connect(onBytes: (bytes: Uint8Array) => void, onClosed: () => void) {
    const lose = (reason: string) => {
      if (reason !== lastTrouble) log('serial-line', { path: settings.path, reason })
      lastTrouble = reason
      const wasOpen = file !== undefined
      disconnect()
      if (wasOpen) onClosed()
      if (!isClosed) again ??= setTimeout(() => connect(onBytes, onClosed), openAgainMs)
    }
    again = undefined
    try {
      setUp(settings)
      const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants
      file = openSync(settings.path, O_RDWR | O_NOCTTY | O_NONBLOCK)
      // A plain file stream would keep a thread waiting in `read` for ever, and the process with it.
      stream = new ReadStream(file)
      stream.setRawMode(true)
      stream.on('data', (bytes: Buffer) => onBytes(bytes))
      stream.on('error', (error) => lose(error.message))
      stream.on('end', () => lose('closed'))
      lastTrouble = ''
      log('serial-line', { path: settings.path, reason: 'open' })
    } catch (error) {
      lose(String(error))
    }
  }

  function disconnect() {
    const before = { file, stream }
    file = undefined
    stream = undefined
    before.stream?.removeAllListeners()
    before.stream?.on('error', () => undefined)
    if (before.stream) before.stream.destroy()
    else if (before.file !== undefined) closeSync(before.file)
  }

  return {
    open: connect,
    write: (bytes) => {
      // An answer that never comes is noticed by who waits for it.
      if (file !== undefined) write(file, bytes, () => undefined)
    },
    close: () => {
      isClosed = true
      clearTimeout(again)
      disconnect()
    },
  }
}

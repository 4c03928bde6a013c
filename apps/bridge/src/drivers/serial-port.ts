import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, write } from 'node:fs'
import { ReadStream } from 'node:tty'
import type { SerialPort } from '@talus/devices'
import type { Log } from '../log.ts'

interface PortSettings {
  readonly path: string
  readonly baud: number
}

const reopenMs = 2000

/** Sets the port to what these generators use: eight bits, two stop bits, no parity, raw bytes. */
function configurePort({ path, baud }: PortSettings) {
  const flag = process.platform === 'darwin' ? '-f' : '-F'
  const args = [flag, path, String(baud), 'raw', 'cs8', 'cstopb', '-parenb', '-echo', '-crtscts']
  const { status, stderr, error } = spawnSync('stty', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`stty ${path}: ${error?.message ?? stderr.trim()}`)
}

/**
 * A serial port as a file, since Node has no API for it. The port is reopened after a cable was
 * unplugged.
 */
export function createSerialPort(settings: PortSettings, log: Log): SerialPort {
  let file: number | undefined
  let stream: ReadStream | undefined
  let isClosed = false
  let reopening: NodeJS.Timeout | undefined
  let lastReason = ''

  function connect(onBytes: (bytes: Uint8Array) => void, onClosed: () => void) {
    const onLost = (reason: string) => {
      if (reason !== lastReason) log('serial-line', { path: settings.path, reason })
      lastReason = reason
      const wasOpen = file !== undefined
      disconnect()
      if (wasOpen) onClosed()
      if (!isClosed) reopening ??= setTimeout(() => connect(onBytes, onClosed), reopenMs)
    }
    reopening = undefined
    try {
      configurePort(settings)
      const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants
      file = openSync(settings.path, O_RDWR | O_NOCTTY | O_NONBLOCK)
      // A plain file stream would block a thread in `read` for ever, and keep the process alive.
      stream = new ReadStream(file)
      stream.setRawMode(true)
      stream.on('data', (bytes: Buffer) => onBytes(bytes))
      stream.on('error', (error) => onLost(error.message))
      stream.on('end', () => onLost('closed'))
      lastReason = ''
      log('serial-line', { path: settings.path, reason: 'open' })
    } catch (error) {
      onLost(String(error))
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
      // A failed write needs no handling: the generator driver notices the missing response.
      if (file !== undefined) write(file, bytes, () => undefined)
    },
    close: () => {
      isClosed = true
      clearTimeout(reopening)
      disconnect()
    },
  }
}

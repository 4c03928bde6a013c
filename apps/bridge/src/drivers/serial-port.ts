import type { SerialPort } from '@talus/devices'
import type { SerialPort as NativePort } from 'serialport'
import type { Log } from '../log.ts'

interface PortSettings {
  readonly path: string
  readonly baud: number
}

const reopenMs = 2000

/**
 * Opens a port with the line settings that these generators use. The library has a native part,
 * which is loaded only on a computer with a serial generator.
 */
async function openNativePort({ path, baud }: PortSettings): Promise<NativePort> {
  const { SerialPort: Port } = await import('serialport')
  const port = new Port({
    path,
    baudRate: baud,
    dataBits: 8,
    stopBits: 2,
    parity: 'none',
    autoOpen: false,
  })
  await new Promise<void>((resolve, reject) =>
    port.open((error) => (error ? reject(error) : resolve())),
  )
  return port
}

const closeNativePort = (port: NativePort) =>
  new Promise<void>((resolve) => (port.isOpen ? port.close(() => resolve()) : resolve()))

/** Opens and closes a port. Throws if it does not exist or another program uses it. */
export async function tryOpenSerialPort(settings: PortSettings): Promise<void> {
  await closeNativePort(await openNativePort(settings))
}

/** A serial port that is reopened after a cable was unplugged. */
export function createSerialPort(settings: PortSettings, log: Log): SerialPort {
  let port: NativePort | undefined
  let isClosed = false
  let reopening: NodeJS.Timeout | undefined
  let lastReason = ''

  async function connect(onBytes: (bytes: Uint8Array) => void, onClosed: () => void) {
    const onLost = (reason: string) => {
      if (reason !== lastReason) log('serial-line', { path: settings.path, reason })
      lastReason = reason
      const wasOpen = port !== undefined
      disconnect()
      if (wasOpen) onClosed()
      if (!isClosed) reopening ??= setTimeout(() => void connect(onBytes, onClosed), reopenMs)
    }
    reopening = undefined
    try {
      const opened = await openNativePort(settings)
      if (isClosed) return await closeNativePort(opened)
      port = opened
      opened.on('data', (bytes: Buffer) => onBytes(bytes))
      opened.on('error', (error: Error) => onLost(error.message))
      opened.on('close', () => onLost('closed'))
      lastReason = ''
      return log('serial-line', { path: settings.path, reason: 'open' })
    } catch (error) {
      return onLost(error instanceof Error ? error.message : String(error))
    }
  }

  function disconnect() {
    const before = port
    port = undefined
    if (!before) return
    before.removeAllListeners()
    before.on('error', () => undefined)
    void closeNativePort(before)
  }

  return {
    open: (onBytes, onClosed) => void connect(onBytes, onClosed),
    // A failed write needs no handling: the generator driver notices the missing response.
    write: (bytes) => void port?.write(Buffer.from(bytes)),
    close: () => {
      isClosed = true
      clearTimeout(reopening)
      disconnect()
    },
  }
}

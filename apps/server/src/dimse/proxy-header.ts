import { isIP } from 'node:net'
import type { Socket } from 'node:net'

/** The start of a connection that a balancer forwards, in version 1 (text) or 2 (binary). */
export type ProxyHeader =
  | { readonly state: 'incomplete' }
  | { readonly state: 'invalid' }
  | {
      readonly state: 'complete'
      /** Address of the caller; undefined if the balancer itself is the caller (health check). */
      readonly address: string | undefined
      /** Length of the header; the bytes of the caller follow. */
      readonly length: number
    }

const incomplete: ProxyHeader = { state: 'incomplete' }
const invalid: ProxyHeader = { state: 'invalid' }

const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const textStart = Buffer.from('PROXY ')
/** The longest line of version 1, with its line end. */
const textMax = 107
const fixedBytes = 16
/** Addresses take 36 bytes at most; a balancer may add fields of its own. */
const fieldsMax = 4096

/** Reads a header of the PROXY protocol at the start of the bytes received so far. */
export function parseProxyHeader(bytes: Buffer): ProxyHeader {
  if (startsLike(bytes, signature)) return parseBinary(bytes)
  return startsLike(bytes, textStart) ? parseText(bytes) : invalid
}

const startsLike = (bytes: Buffer, start: Buffer) => {
  const length = Math.min(bytes.length, start.length)
  return bytes.subarray(0, length).equals(start.subarray(0, length))
}

function parseText(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, textMax).indexOf('\r\n')
  if (end === -1) return bytes.length < textMax ? incomplete : invalid
  const length = end + 2
  const [, family, source = ''] = bytes.toString('latin1', 0, end).split(' ')
  if (family === 'UNKNOWN') return { state: 'complete', address: undefined, length }
  const version = { TCP4: 4, TCP6: 6 }[family ?? '']
  return version !== undefined && isIP(source) === version
    ? { state: 'complete', address: source, length }
    : invalid
}

function parseBinary(bytes: Buffer): ProxyHeader {
  if (bytes.length < fixedBytes) return incomplete
  const command = bytes.readUInt8(12)
  const family = bytes.readUInt8(13)
  const fieldsLength = bytes.readUInt16BE(14)
  if (fieldsLength > fieldsMax || (command !== 0x20 && command !== 0x21)) return invalid
  const length = fixedBytes + fieldsLength
  if (bytes.length < length) return incomplete
  const isLocal = command === 0x20
  if (isLocal) return { state: 'complete', address: undefined, length }
  const address = readAddress(family, bytes.subarray(fixedBytes, length))
  return address === undefined ? invalid : { state: 'complete', address, length }
}

/** The source address, which comes first: TCP over IPv4 or IPv6. */
function readAddress(family: number, fields: Buffer): string | undefined {
  if (family === 0x11 && fields.length >= 12) return fields.subarray(0, 4).join('.')
  if (family !== 0x21 || fields.length < 36) return undefined
  const groups = Array.from({ length: 8 }, (_, index) =>
    fields.readUInt16BE(index * 2).toString(16),
  )
  // The short form, as the system writes addresses of direct connections.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

/** A balancer sends the header with the connection. */
const headerMs = 5000

/**
 * Reads the header of a connection from a balancer, and leaves the bytes of the caller in the
 * socket. Ends the connection if there is no header: its caller would count as the balancer.
 */
export function readProxyHeader(
  tcp: Socket,
  onAddress: (address: string | undefined) => void,
): void {
  let received = Buffer.alloc(0)
  const timer = setTimeout(() => tcp.destroy(), headerMs)
  tcp.once('close', () => clearTimeout(timer))
  const read = () => {
    const chunk: unknown = tcp.read()
    if (!Buffer.isBuffer(chunk)) return
    received = Buffer.concat([received, chunk])
    const header = parseProxyHeader(received)
    if (header.state === 'incomplete') return
    clearTimeout(timer)
    tcp.off('readable', read)
    if (header.state === 'invalid') {
      tcp.destroy()
      return
    }
    const rest = received.subarray(header.length)
    if (rest.length > 0) tcp.unshift(rest)
    onAddress(header.address)
  }
  tcp.on('readable', read)
}

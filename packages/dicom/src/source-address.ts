/**
 * The address of the device that sent a data set, in the preamble of the file that this server wrote
 * for it. PS3.10 section 7.1 leaves the preamble to implementations. The attribute for it, Source
 * Presentation Address (0002,0026), has a VR that older programs cannot skip.
 */
const mark = 'Received from '
const preambleBytes = 128
/** The address of a link may end with the name of the network interface: `fe80::7%eth0`. */
const addressPattern = /^[0-9A-Fa-f:.]{2,45}(?:%[\w.-]{1,32})?$/u

/** A preamble with the address; only zeros if it is none. */
export function encodeSourceAddress(address: string): Uint8Array {
  const preamble = new Uint8Array(preambleBytes)
  if (addressPattern.test(address)) new TextEncoder().encodeInto(mark + address, preamble)
  return preamble
}

/** The address in the preamble of a file; empty if it has none. */
export function decodeSourceAddress(file: Uint8Array): string {
  const text = String.fromCharCode(...file.subarray(0, preambleBytes)).replace(/\0+$/u, '')
  const address = text.startsWith(mark) ? text.slice(mark.length) : ''
  return addressPattern.test(address) ? address : ''
}

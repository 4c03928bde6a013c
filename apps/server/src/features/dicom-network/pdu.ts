/**
 * The few protocol data units that a C-ECHO takes (PS3.8 chapter 9, PS3.7 chapters 6 and 9), written
 * and read with bounds: what comes in was sent by a stranger.
 */
export interface Titles {
  /** Ours. */
  readonly calling: string
  /** Theirs. */
  readonly called: string
}

export type Pdu =
  | { readonly kind: 'accept'; readonly isContextAccepted: boolean }
  | { readonly kind: 'reject'; readonly result: number; readonly source: number; reason: number }
  | { readonly kind: 'data'; readonly fragments: readonly Fragment[] }
  | { readonly kind: 'release-reply' }
  | { readonly kind: 'abort' }

interface Fragment {
  readonly isCommand: boolean
  readonly isLast: boolean
  readonly bytes: Buffer
}

/** The peer speaks, but not DICOM. */
export class NotDicom extends Error {
  /** It answered as a server does that was expecting TLS. */
  readonly isTlsAlert: boolean

  constructor({ isTlsAlert = false }: { readonly isTlsAlert?: boolean } = {}) {
    super('not DICOM')
    this.isTlsAlert = isTlsAlert
  }
}

const types = {
  associateRequest: 1,
  accept: 2,
  reject: 3,
  data: 4,
  releaseRequest: 5,
  releaseReply: 6,
  abort: 7,
} as const
const lastType = types.abort

const contextId = 1
const applicationContext = '1.2.840.10008.3.1.1.1'
const verification = '1.2.840.10008.1.1'
const implicitLittleEndian = '1.2.840.10008.1.2'
/** PS3.5 B.2: derived from a UUID, so that nobody else has it. */
const implementationClass = '2.25.112848847438012389160474651965770008466'
const implementationVersion = 'TALUS'

/** What we ask peers to keep to. Their answers to a C-ECHO take a few hundred bytes. */
const pduMax = 16_384

const ascii = (text: string) => Buffer.from(text, 'ascii')
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function pdu(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([type, 0]), uint32(body.length), body])
}

function item(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([type, 0, body.length >> 8, body.length & 0xff]), body])
}

export const associateRequest = ({ calling, called }: Titles): Buffer =>
  pdu(
    types.associateRequest,
    Buffer.from([0, 1, 0, 0]),
    ascii(called.padEnd(16)),
    ascii(calling.padEnd(16)),
    Buffer.alloc(32),
    item(0x10, ascii(applicationContext)),
    item(
      0x20,
      Buffer.from([contextId, 0, 0, 0]),
      item(0x30, ascii(verification)),
      item(0x40, ascii(implicitLittleEndian)),
    ),
    item(
      0x50,
      item(0x51, uint32(pduMax)),
      item(0x52, ascii(implementationClass)),
      item(0x55, ascii(implementationVersion)),
    ),
  )

/** Elements of the group 0000, which is always implicit VR little endian (PS3.7 6.3.1). */
function element(number: number, value: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(number, 2)
  head.writeUInt32LE(value.length, 4)
  return Buffer.concat([head, value])
}
const uint16LE = (value: number) => Buffer.from([value & 0xff, value >> 8])

export function echoRequest(): Buffer {
  const command = Buffer.concat([
    element(0x0002, ascii(`${verification}\0`)),
    element(0x0100, uint16LE(0x0030)),
    element(0x0110, uint16LE(1)),
    element(0x0800, uint16LE(0x0101)),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(command.length)
  const bytes = Buffer.concat([element(0x0000, length), command])
  const isLastOfCommand = 0b11
  return pdu(types.data, uint32(bytes.length + 2), Buffer.from([contextId, isLastOfCommand]), bytes)
}

export const releaseRequest = (): Buffer => pdu(types.releaseRequest, Buffer.alloc(4))
export const abortRequest = (): Buffer => pdu(types.abort, Buffer.alloc(4))

/** Ends when the peer closes the connection, also in the middle of a unit. */
export async function* readPdus(chunks: AsyncIterable<Buffer>): AsyncGenerator<Pdu, undefined> {
  let held = Buffer.alloc(0)
  for await (const chunk of chunks) {
    held = Buffer.concat([held, chunk])
    for (;;) {
      const [type, second] = held
      if (type === undefined) break
      // Told by the first byte: who writes garbage slowly is not waited for.
      if (type < types.associateRequest || type > lastType)
        throw new NotDicom({ isTlsAlert: type === 0x15 && second === 3 })
      if (held.length < 6) break
      const end = 6 + held.readUInt32BE(2)
      if (end > 6 + pduMax) throw new NotDicom()
      if (held.length < end) break
      yield decode(type, held.subarray(6, end))
      held = held.subarray(end)
    }
  }
}

function decode(type: number, body: Buffer): Pdu {
  if (type === types.accept) return { kind: 'accept', isContextAccepted: isContextAccepted(body) }
  if (type === types.reject) {
    const [, result, source, reason] = body
    if (result === undefined || source === undefined || reason === undefined) throw new NotDicom()
    return { kind: 'reject', result, source, reason }
  }
  if (type === types.data) return { kind: 'data', fragments: [...fragmentsOf(body)] }
  if (type === types.releaseReply) return { kind: 'release-reply' }
  // A peer that asks us for an association, or for the end of this one, does not go on with it either.
  return { kind: 'abort' }
}

function isContextAccepted(body: Buffer): boolean {
  const fixedLength = 68
  if (body.length < fixedLength) throw new NotDicom()
  for (const { type, bytes } of itemsOf(body.subarray(fixedLength))) {
    const [id, , result] = bytes
    if (type === 0x21 && id === contextId) return result === 0
  }
  return false
}

function* itemsOf(body: Buffer) {
  let at = 0
  while (body.length - at >= 4) {
    const end = at + 4 + body.readUInt16BE(at + 2)
    if (end > body.length) throw new NotDicom()
    yield { type: body.readUInt8(at), bytes: body.subarray(at + 4, end) }
    at = end
  }
}

function* fragmentsOf(body: Buffer): Generator<Fragment> {
  let at = 0
  while (body.length - at >= 6) {
    const end = at + 4 + body.readUInt32BE(at)
    if (end > body.length || end < at + 6) throw new NotDicom()
    const control = body.readUInt8(at + 5)
    yield {
      isCommand: (control & 0b01) !== 0,
      isLast: (control & 0b10) !== 0,
      bytes: body.subarray(at + 6, end),
    }
    at = end
  }
}

/** The status of the answer to a C-ECHO: 0 is success. */
export function echoStatus(command: Buffer): number {
  const values = new Map<number, number>()
  let at = 0
  while (command.length - at >= 8) {
    const length = command.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (command.readUInt16LE(at) !== 0 || end > command.length) throw new NotDicom()
    if (length === 2) values.set(command.readUInt16LE(at + 2), command.readUInt16LE(at + 8))
    at = end
  }
  const status = values.get(0x0900)
  const echoResponse = 0x8030
  if (values.get(0x0100) !== echoResponse || status === undefined) throw new NotDicom()
  return status
}

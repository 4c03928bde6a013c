import type { Rejection } from './fault.ts'

/** PS3.8 9.3: the seven protocol data units. */
export const unitTypes = {
  associateRequest: 1,
  associateAccept: 2,
  associateReject: 3,
  data: 4,
  releaseRequest: 5,
  releaseReply: 6,
  abort: 7,
} as const

/** What we ask peers to keep to, and what we send at most: larger ones gain nothing measurable. */
export const dataMax = 262_144
/** 128 contexts with 20 transfer syntaxes each, several times over. */
export const associateMax = 262_144

export const unitHead = 6
/** Length, context and control of a fragment. */
export const fragmentHead = 6

export function unit(type: number, body: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(unitHead + body.length)
  bytes.writeUInt16BE(type << 8, 0)
  bytes.writeUInt32BE(body.length, 2)
  body.copy(bytes, unitHead)
  return bytes
}

export const rejectUnit = ({ result, source, reason }: Rejection) =>
  unit(unitTypes.associateReject, Buffer.from([0, result, source, reason]))
export const releaseRequest = () => unit(unitTypes.releaseRequest, Buffer.alloc(4))
export const releaseReply = () => unit(unitTypes.releaseReply, Buffer.alloc(4))

/** PS3.8 9.3.8: by the user of the service, or by its provider with a reason. */
export const abortReasons = { none: 0, unrecognized: 1, unexpected: 2, invalid: 6 } as const
export const abortUnit = (source: 0 | 2, reason: number) =>
  unit(unitTypes.abort, Buffer.from([0, 0, source, reason]))

export const controls = { command: 0b01, last: 0b10 } as const

/** What stands before the bytes of a P-DATA-TF with one fragment. */
export function dataHead(length: number, contextId: number, control: number): Buffer {
  const bytes = Buffer.allocUnsafe(unitHead + fragmentHead)
  bytes.writeUInt16BE(unitTypes.data << 8, 0)
  bytes.writeUInt32BE(length + fragmentHead, 2)
  bytes.writeUInt32BE(length + 2, unitHead)
  bytes.writeUInt8(contextId, unitHead + 4)
  bytes.writeUInt8(control, unitHead + 5)
  return bytes
}

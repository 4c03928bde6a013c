import type { Rejection } from './fault.ts'

/** PS3.8 9.3: the seven PDU types. */
export const pduTypes = {
  associateRequest: 1,
  associateAccept: 2,
  associateReject: 3,
  data: 4,
  releaseRequest: 5,
  releaseResponse: 6,
  abort: 7,
} as const

/**
 * Longest P-DATA-TF PDU that this server accepts and sends; larger ones are not measurably faster.
 */
export const maxPduLength = 262_144
/** Several times the size of 128 presentation contexts with 20 transfer syntaxes each. */
export const associatePduMax = 262_144

export const pduHeaderBytes = 6
/** Length, presentation context ID and message control header of a PDV. */
export const pdvHeaderBytes = 6

export function encodePdu(type: number, body: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(pduHeaderBytes + body.length)
  bytes.writeUInt16BE(type << 8, 0)
  bytes.writeUInt32BE(body.length, 2)
  body.copy(bytes, pduHeaderBytes)
  return bytes
}

export const encodeReject = ({ result, source, reason }: Rejection) =>
  encodePdu(pduTypes.associateReject, Buffer.from([0, result, source, reason]))
export const encodeReleaseRequest = () => encodePdu(pduTypes.releaseRequest, Buffer.alloc(4))
export const encodeReleaseResponse = () => encodePdu(pduTypes.releaseResponse, Buffer.alloc(4))

/** PS3.8 9.3.8: reasons of an abort by the service provider; a service user gives none. */
export const abortReasons = { none: 0, unrecognized: 1, unexpected: 2, invalid: 6 } as const
export const encodeAbort = (source: 0 | 2, reason: number) =>
  encodePdu(pduTypes.abort, Buffer.from([0, 0, source, reason]))

export const pdvFlags = { command: 0b01, last: 0b10 } as const

/** The header of a P-DATA-TF PDU with one PDV. */
export function encodeDataHeader(length: number, contextId: number, control: number): Buffer {
  const bytes = Buffer.allocUnsafe(pduHeaderBytes + pdvHeaderBytes)
  bytes.writeUInt16BE(pduTypes.data << 8, 0)
  bytes.writeUInt32BE(length + pdvHeaderBytes, 2)
  bytes.writeUInt32BE(length + 2, pduHeaderBytes)
  bytes.writeUInt8(contextId, pduHeaderBytes + 4)
  bytes.writeUInt8(control, pduHeaderBytes + 5)
  return bytes
}

import { DimseFault, createMalformedFault } from './fault.ts'
import { associatePduMax, pdvHeaderBytes, pduHeaderBytes, pduTypes } from './pdu.ts'

export interface PduSink {
  /** Called with a complete PDU of any type but P-DATA-TF. */
  readonly onPdu: (type: number, body: Buffer) => void
  /** Called with the bytes of a PDV as they are received; `isEnd` marks the last of a PDV. */
  readonly onFragment: (contextId: number, control: number, bytes: Buffer, isEnd: boolean) => void
}

/** Longest reject, release or abort PDU that is read; each has four bytes. */
const shortMax = 64
const nothing = Buffer.alloc(0)

/**
 * Splits the bytes of an untrusted peer into PDUs. Data are passed on as views of the read buffer,
 * before their PDU is complete; a sink that keeps them must copy them, because the buffer is
 * freed. Other PDUs are collected as a list and joined once. A declared length never allocates
 * memory.
 */
export class PduReader {
  readonly #sink: PduSink
  readonly #dataMax: number
  /** The header being read, of a PDU or of a PDV; chunks may split it anywhere. */
  readonly #header = Buffer.alloc(pduHeaderBytes)
  #headerLength = 0
  #type = 0
  #pduRemaining = 0
  #pdvRemaining = 0
  #contextId = 0
  #control = 0
  #parts: Buffer[] = []
  /** Number of complete PDUs received. */
  pduCount = 0

  constructor(sink: PduSink, dataMax: number) {
    this.#sink = sink
    this.#dataMax = dataMax
  }

  push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#type === 0) at = this.#startPdu(chunk, at)
      else if (this.#type !== pduTypes.data) at = this.#collect(chunk, at)
      else if (this.#pdvRemaining === 0) at = this.#startPdv(chunk, at)
      else at = this.#readPdv(chunk, at)
    }
  }

  #readHeader(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + pduHeaderBytes - this.#headerLength)
    this.#headerLength += chunk.copy(this.#header, this.#headerLength, at, end)
    return end
  }

  #startPdu(chunk: Buffer, at: number): number {
    const end = this.#readHeader(chunk, at)
    const type = this.#header.readUInt8(0)
    // Checked at the first byte, so that a slow peer that is not DICOM is not waited for.
    if (type < pduTypes.associateRequest || type > pduTypes.abort) {
      const isTlsAlert = type === 0x15 && this.#headerLength > 1 && this.#header.readUInt8(1) === 3
      throw new DimseFault('not-dicom', 'this is no unit of DICOM', { isTlsAlert })
    }
    if (this.#headerLength < pduHeaderBytes) return end
    this.#headerLength = 0
    const length = this.#header.readUInt32BE(2)
    if (length > this.#getMaxLength(type))
      throw createMalformedFault('a unit is longer than was agreed')
    if (type === pduTypes.data && length < pdvHeaderBytes)
      throw createMalformedFault('a unit without data')
    this.#type = type
    this.#pduRemaining = length
    if (length === 0) this.#endPdu(nothing)
    return end
  }

  #getMaxLength(type: number): number {
    if (type === pduTypes.data) return this.#dataMax
    return type <= pduTypes.associateAccept ? associatePduMax : shortMax
  }

  #collect(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + this.#pduRemaining)
    this.#parts.push(Buffer.from(chunk.subarray(at, end)))
    this.#pduRemaining -= end - at
    if (this.#pduRemaining === 0) this.#endPdu(Buffer.concat(this.#parts))
    return end
  }

  #endPdu(body: Buffer): void {
    const type = this.#type
    this.#type = 0
    this.#parts = []
    this.pduCount += 1
    this.#sink.onPdu(type, body)
  }

  #startPdv(chunk: Buffer, at: number): number {
    if (this.#headerLength === 0 && this.#pduRemaining < pdvHeaderBytes)
      throw createMalformedFault('a unit ends in the middle of a fragment')
    const end = this.#readHeader(chunk, at)
    this.#pduRemaining -= end - at
    if (this.#headerLength < pdvHeaderBytes) return end
    this.#headerLength = 0
    const remaining = this.#header.readUInt32BE(0) - 2
    if (remaining < 0 || remaining > this.#pduRemaining)
      throw createMalformedFault('a fragment does not fit its unit')
    this.#contextId = this.#header.readUInt8(4)
    this.#control = this.#header.readUInt8(5)
    this.#pdvRemaining = remaining
    if (remaining === 0) this.#emit(nothing)
    return end
  }

  #readPdv(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + this.#pdvRemaining)
    this.#pdvRemaining -= end - at
    this.#pduRemaining -= end - at
    this.#emit(chunk.subarray(at, end))
    return end
  }

  #emit(bytes: Buffer): void {
    if (this.#pduRemaining === 0) {
      this.#type = 0
      this.pduCount += 1
    }
    this.#sink.onFragment(this.#contextId, this.#control, bytes, this.#pdvRemaining === 0)
  }
}

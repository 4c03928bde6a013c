import { DimseFault, malformed } from './fault.ts'
import { associateMax, fragmentHead, unitHead, unitTypes } from './units.ts'

export interface UnitSink {
  /** A whole unit, of any type but P-DATA-TF. */
  readonly unit: (type: number, body: Buffer) => void
  /** Bytes of a fragment, in pieces as they came; `isEnd` with the last piece of the fragment. */
  readonly fragment: (contextId: number, control: number, bytes: Buffer, isEnd: boolean) => void
}

/** Rejections, releases and aborts have four bytes. */
const shortMax = 64
const nothing = Buffer.alloc(0)

/**
 * Cuts what a stranger sends into units. Data are handed on as views of what came in, before their
 * unit is complete, and whoever keeps them copies them: the memory is only lent. What must be whole is
 * kept as a list and joined once. A declared length allocates nothing.
 */
export class UnitReader {
  readonly #sink: UnitSink
  readonly #dataMax: number
  /** The head that is being read, which may be cut anywhere: of a unit, or of a fragment in it. */
  readonly #head = Buffer.alloc(unitHead)
  #headAt = 0
  #type = 0
  #unitLeft = 0
  #fragmentLeft = 0
  #contextId = 0
  #control = 0
  #parts: Buffer[] = []
  /** How many units have come in whole. */
  units = 0

  constructor(sink: UnitSink, dataMax: number) {
    this.#sink = sink
    this.#dataMax = dataMax
  }

  push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#type === 0) at = this.#beginUnit(chunk, at)
      else if (this.#type !== unitTypes.data) at = this.#gather(chunk, at)
      else if (this.#fragmentLeft === 0) at = this.#beginFragment(chunk, at)
      else at = this.#pass(chunk, at)
    }
  }

  #readHead(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + unitHead - this.#headAt)
    this.#headAt += chunk.copy(this.#head, this.#headAt, at, end)
    return end
  }

  #beginUnit(chunk: Buffer, at: number): number {
    const end = this.#readHead(chunk, at)
    const type = this.#head.readUInt8(0)
    // Told by the first byte: who writes garbage slowly is not waited for.
    if (type < unitTypes.associateRequest || type > unitTypes.abort) {
      const isTlsAlert = type === 0x15 && this.#headAt > 1 && this.#head.readUInt8(1) === 3
      throw new DimseFault('not-dicom', 'this is no unit of DICOM', { isTlsAlert })
    }
    if (this.#headAt < unitHead) return end
    this.#headAt = 0
    const length = this.#head.readUInt32BE(2)
    if (length > this.#maxOf(type)) throw malformed('a unit is longer than was agreed')
    if (type === unitTypes.data && length < fragmentHead) throw malformed('a unit without data')
    this.#type = type
    this.#unitLeft = length
    if (length === 0) this.#endUnit(nothing)
    return end
  }

  #maxOf(type: number): number {
    if (type === unitTypes.data) return this.#dataMax
    return type <= unitTypes.associateAccept ? associateMax : shortMax
  }

  #gather(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + this.#unitLeft)
    this.#parts.push(Buffer.from(chunk.subarray(at, end)))
    this.#unitLeft -= end - at
    if (this.#unitLeft === 0) this.#endUnit(Buffer.concat(this.#parts))
    return end
  }

  #endUnit(body: Buffer): void {
    const type = this.#type
    this.#type = 0
    this.#parts = []
    this.units += 1
    this.#sink.unit(type, body)
  }

  #beginFragment(chunk: Buffer, at: number): number {
    if (this.#headAt === 0 && this.#unitLeft < fragmentHead)
      throw malformed('a unit ends in the middle of a fragment')
    const end = this.#readHead(chunk, at)
    this.#unitLeft -= end - at
    if (this.#headAt < fragmentHead) return end
    this.#headAt = 0
    const left = this.#head.readUInt32BE(0) - 2
    if (left < 0 || left > this.#unitLeft) throw malformed('a fragment does not fit its unit')
    this.#contextId = this.#head.readUInt8(4)
    this.#control = this.#head.readUInt8(5)
    this.#fragmentLeft = left
    if (left === 0) this.#hand(nothing)
    return end
  }

  #pass(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + this.#fragmentLeft)
    this.#fragmentLeft -= end - at
    this.#unitLeft -= end - at
    this.#hand(chunk.subarray(at, end))
    return end
  }

  #hand(bytes: Buffer): void {
    if (this.#unitLeft === 0) {
      this.#type = 0
      this.units += 1
    }
    this.#sink.fragment(this.#contextId, this.#control, bytes, this.#fragmentLeft === 0)
  }
}

import { malformed } from './fault.ts'

/** PS3.7 annex E. */
export const fields = {
  store: 0x0001,
  get: 0x0010,
  find: 0x0020,
  move: 0x0021,
  echo: 0x0030,
  cancel: 0x0fff,
  /** Added to the number of a request. */
  answer: 0x8000,
} as const

/** The command sets of PS3.7 chapter 9, as far as the composite services use them. */
export interface Command {
  readonly affectedClass?: string | undefined
  readonly field?: number | undefined
  readonly messageId?: number | undefined
  readonly respondingTo?: number | undefined
  readonly destination?: string | undefined
  readonly priority?: number | undefined
  readonly datasetType?: number | undefined
  readonly status?: number | undefined
  readonly comment?: string | undefined
  readonly affectedInstance?: string | undefined
  readonly remaining?: number | undefined
  readonly completed?: number | undefined
  readonly failed?: number | undefined
  readonly warning?: number | undefined
  readonly moveOriginator?: string | undefined
  readonly moveOriginatorId?: number | undefined
}

type Kind = 'number' | 'uid' | 'text'

/** In the order of their numbers, which is how they are sent. */
const elements: readonly (readonly [number, keyof Command, Kind])[] = [
  [0x0002, 'affectedClass', 'uid'],
  [0x0100, 'field', 'number'],
  [0x0110, 'messageId', 'number'],
  [0x0120, 'respondingTo', 'number'],
  [0x0600, 'destination', 'text'],
  [0x0700, 'priority', 'number'],
  [0x0800, 'datasetType', 'number'],
  [0x0900, 'status', 'number'],
  [0x0902, 'comment', 'text'],
  [0x1000, 'affectedInstance', 'uid'],
  [0x1020, 'remaining', 'number'],
  [0x1021, 'completed', 'number'],
  [0x1022, 'failed', 'number'],
  [0x1023, 'warning', 'number'],
  [0x1030, 'moveOriginator', 'text'],
  [0x1031, 'moveOriginatorId', 'number'],
]
const byNumber = new Map(elements.map(([number, name, kind]) => [number, { name, kind }]))

/** What our longest command takes several times over. */
export const commandMax = 16_384

const noDataset = 0x0101
export const hasDataset = ({ datasetType }: Command) =>
  datasetType !== undefined && datasetType !== noDataset

/** Elements of the group 0000, which is always implicit VR little endian (PS3.7 6.3.1). */
export function encodeCommand(command: Command, withDataset: boolean): Buffer {
  const values: Command = { ...command, datasetType: withDataset ? 0x0001 : noDataset }
  const parts: Buffer[] = []
  for (const [number, name, kind] of elements) {
    const value = values[name]
    if (value !== undefined) parts.push(element(number, valueOf(value, kind)))
  }
  const body = Buffer.concat(parts)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([element(0x0000, length), body])
}

function element(number: number, value: Buffer): Buffer {
  const bytes = Buffer.alloc(8 + value.length)
  bytes.writeUInt16LE(number, 2)
  bytes.writeUInt32LE(value.length, 4)
  value.copy(bytes, 8)
  return bytes
}

function valueOf(value: string | number, kind: Kind): Buffer {
  if (typeof value === 'number') return Buffer.from([value & 0xff, value >> 8])
  // To an even length: with a zero after a UID, with a space after text (PS3.5 6.2).
  const padding = kind === 'uid' ? '\0' : ' '
  return Buffer.from(value.length % 2 === 0 ? value : value + padding, 'latin1')
}

/** Elements that we do not use are passed over. */
export function decodeCommand(bytes: Buffer): Command & { readonly field: number } {
  const values: { -readonly [Name in keyof Command]: string | number } = {}
  let at = 0
  while (at < bytes.length) {
    if (bytes.length - at < 8) throw malformed('a command ends in the middle of an element')
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (bytes.readUInt16LE(at) !== 0 || end > bytes.length)
      throw malformed('an element of a command is not one')
    const known = byNumber.get(bytes.readUInt16LE(at + 2))
    if (known?.kind === 'number' && length === 2) values[known.name] = bytes.readUInt16LE(at + 8)
    // In latin1 no byte turns into another; `ascii` drops the highest bit.
    else if (known && known.kind !== 'number')
      values[known.name] = bytes
        .toString('latin1', at + 8, end)
        .replace(/[\0 ]+$/u, '')
        .trimStart()
    at = end
  }
  const { field } = values
  if (typeof field !== 'number') throw malformed('a command does not say what it is')
  return { ...(values as Command), field }
}

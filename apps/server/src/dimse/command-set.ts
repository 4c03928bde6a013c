import { createMalformedFault } from './fault.ts'

/** Values of (0000,0100) Command Field: PS3.7 annex E. */
export const commandFields = {
  store: 0x0001,
  get: 0x0010,
  find: 0x0020,
  move: 0x0021,
  echo: 0x0030,
  cancel: 0x0fff,
  /** Added to the command field of a request. */
  response: 0x8000,
} as const

/** The command sets of PS3.7 chapter 9, as far as the composite services use them. */
export interface CommandSet {
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

/** In ascending element number, the order in which they are sent. */
const elements: readonly (readonly [number, keyof CommandSet, Kind])[] = [
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
const elementsByNumber = new Map(elements.map(([number, name, kind]) => [number, { name, kind }]))

/** Several times the length of the longest command set that this server sends. */
export const commandBytesMax = 16_384

const noDataset = 0x0101
export const hasDataset = ({ datasetType }: CommandSet) =>
  datasetType !== undefined && datasetType !== noDataset

/** Command sets (group 0000) are always implicit VR little endian (PS3.7 6.3.1). */
export function encodeCommand(command: CommandSet, withDataset: boolean): Buffer {
  const values: CommandSet = { ...command, datasetType: withDataset ? 0x0001 : noDataset }
  const parts: Buffer[] = []
  for (const [number, name, kind] of elements) {
    const value = values[name]
    if (value !== undefined) parts.push(encodeElement(number, encodeValue(value, kind)))
  }
  const body = Buffer.concat(parts)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([encodeElement(0x0000, length), body])
}

function encodeElement(number: number, value: Buffer): Buffer {
  const bytes = Buffer.alloc(8 + value.length)
  bytes.writeUInt16LE(number, 2)
  bytes.writeUInt32LE(value.length, 4)
  value.copy(bytes, 8)
  return bytes
}

function encodeValue(value: string | number, kind: Kind): Buffer {
  if (typeof value === 'number') return Buffer.from([value & 0xff, value >> 8])
  // Padded to even length: a UID with a zero byte, text with a space (PS3.5 6.2).
  const padding = kind === 'uid' ? '\0' : ' '
  return Buffer.from(value.length % 2 === 0 ? value : value + padding, 'latin1')
}

/** Unknown elements are skipped. */
export function decodeCommand(bytes: Buffer): CommandSet & { readonly field: number } {
  const values: { -readonly [Name in keyof CommandSet]: string | number } = {}
  let at = 0
  while (at < bytes.length) {
    if (bytes.length - at < 8)
      throw createMalformedFault('a command ends in the middle of an element')
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (bytes.readUInt16LE(at) !== 0 || end > bytes.length)
      throw createMalformedFault('an element of a command is not one')
    const known = elementsByNumber.get(bytes.readUInt16LE(at + 2))
    if (known?.kind === 'number' && length === 2) values[known.name] = bytes.readUInt16LE(at + 8)
    // latin1 preserves every byte; `ascii` would drop the highest bit.
    else if (known && known.kind !== 'number')
      values[known.name] = bytes
        .toString('latin1', at + 8, end)
        .replace(/[\0 ]+$/u, '')
        .trimStart()
    at = end
  }
  const { field } = values
  if (typeof field !== 'number') throw createMalformedFault('a command does not say what it is')
  return { ...(values as CommandSet), field }
}

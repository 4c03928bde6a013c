// Creates a radiograph or a slice of realistic size as a DICOM file (Part 10, explicit VR, little
// endian).
interface Kind {
  readonly rows: number
  readonly columns: number
  readonly modality: string
  readonly sopClass: string
}
export const imageKinds = {
  radiograph: {
    rows: 3000,
    columns: 2400,
    modality: 'DX',
    sopClass: '1.2.840.10008.5.1.4.1.1.1.1',
  },
  slice: { rows: 512, columns: 512, modality: 'CT', sopClass: '1.2.840.10008.5.1.4.1.1.2' },
} as const satisfies Record<string, Kind>
const longVrs = new Set(['OB', 'OW', 'SQ', 'UN'])

function encodeElement(
  group: number,
  number: number,
  vr: string,
  value: Uint8Array | string,
): Buffer {
  const pad = vr === 'UI' || vr === 'OB' ? '\0' : ' '
  const text = typeof value === 'string' && value.length % 2 === 1 ? value + pad : value
  const bytes = Buffer.from(text)
  const isLong = longVrs.has(vr)
  const head = Buffer.alloc(isLong ? 12 : 8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  head.write(vr, 4, 'latin1')
  if (isLong) head.writeUInt32LE(bytes.length, 8)
  else head.writeUInt16LE(bytes.length, 6)
  return Buffer.concat([head, bytes])
}

const encodeUs = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

/** Pixels of 12 bits: a smooth shape with detector noise, so that compression is realistic. */
function createPixels({ rows, columns }: Kind): Buffer {
  const values = new Uint16Array(rows * columns)
  let noise = 12_345
  for (let index = 0; index < values.length; index += 1) {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    const x = (index % columns) / columns - 0.5
    const y = Math.floor(index / columns) / rows - 0.5
    values[index] = 600 + 2800 * Math.exp(-8 * (x * x + y * y)) + ((noise >> 16) & 31)
  }
  return Buffer.from(values.buffer)
}
const pixelCache = new Map<Kind, Buffer>()

export function createRadiograph(
  study: string,
  number: number,
  kind: Kind = imageKinds.radiograph,
  patient = 'BENCH',
): Buffer {
  const pixelData = pixelCache.get(kind) ?? createPixels(kind)
  pixelCache.set(kind, pixelData)
  const uid = `${study}.1.${number}`
  const meta = Buffer.concat([
    encodeElement(2, 1, 'OB', Buffer.of(0, 1)),
    encodeElement(2, 2, 'UI', kind.sopClass),
    encodeElement(2, 3, 'UI', uid),
    encodeElement(2, 0x10, 'UI', '1.2.840.10008.1.2.1'),
    encodeElement(2, 0x12, 'UI', '2.25.1'),
  ])
  const metaLength = Buffer.alloc(4)
  metaLength.writeUInt32LE(meta.length)
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    encodeElement(2, 0, 'UL', metaLength),
    meta,
    encodeElement(8, 0x16, 'UI', kind.sopClass),
    encodeElement(8, 0x18, 'UI', uid),
    encodeElement(8, 0x20, 'DA', '20260302'),
    encodeElement(8, 0x30, 'TM', '101500'),
    encodeElement(8, 0x60, 'CS', kind.modality),
    encodeElement(0x10, 0x10, 'PN', `Owner^${patient}`),
    encodeElement(0x10, 0x20, 'LO', patient),
    encodeElement(0x20, 0x0d, 'UI', study),
    encodeElement(0x20, 0x0e, 'UI', `${study}.1`),
    encodeElement(0x20, 0x13, 'IS', String(number)),
    encodeElement(0x28, 2, 'US', encodeUs(1)),
    encodeElement(0x28, 4, 'CS', 'MONOCHROME2'),
    encodeElement(0x28, 0x10, 'US', encodeUs(kind.rows)),
    encodeElement(0x28, 0x11, 'US', encodeUs(kind.columns)),
    encodeElement(0x28, 0x100, 'US', encodeUs(16)),
    encodeElement(0x28, 0x101, 'US', encodeUs(12)),
    encodeElement(0x28, 0x102, 'US', encodeUs(11)),
    encodeElement(0x28, 0x103, 'US', encodeUs(0)),
    encodeElement(0x7f_e0, 0x10, 'OW', pixelData),
  ])
}

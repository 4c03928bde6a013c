// A radiograph or a slice as a DICOM file (Part 10, explicit VR, little endian), as large as they are.
interface Kind {
  readonly rows: number
  readonly columns: number
  readonly modality: string
  readonly sopClass: string
}
export const kinds = {
  radiograph: {
    rows: 3000,
    columns: 2400,
    modality: 'DX',
    sopClass: '1.2.840.10008.5.1.4.1.1.1.1',
  },
  slice: { rows: 512, columns: 512, modality: 'CT', sopClass: '1.2.840.10008.5.1.4.1.1.2' },
} as const satisfies Record<string, Kind>
const longVrs = new Set(['OB', 'OW', 'SQ', 'UN'])

function element(group: number, number: number, vr: string, value: Uint8Array | string): Buffer {
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

const us = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

/** 12 bits of a soft shape with the grain of a detector: what a compressor has to work on. */
function pixels({ rows, columns }: Kind): Buffer {
  const values = new Uint16Array(rows * columns)
  let grain = 12_345
  for (let index = 0; index < values.length; index += 1) {
    grain = (Math.imul(grain, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    const x = (index % columns) / columns - 0.5
    const y = Math.floor(index / columns) / rows - 0.5
    values[index] = 600 + 2800 * Math.exp(-8 * (x * x + y * y)) + ((grain >> 16) & 31)
  }
  return Buffer.from(values.buffer)
}
const pixelsOf = new Map<Kind, Buffer>()

export function radiograph(
  study: string,
  number: number,
  kind: Kind = kinds.radiograph,
  patient = 'BENCH',
): Buffer {
  const pixelData = pixelsOf.get(kind) ?? pixels(kind)
  pixelsOf.set(kind, pixelData)
  const uid = `${study}.1.${number}`
  const meta = Buffer.concat([
    element(2, 1, 'OB', Buffer.of(0, 1)),
    element(2, 2, 'UI', kind.sopClass),
    element(2, 3, 'UI', uid),
    element(2, 0x10, 'UI', '1.2.840.10008.1.2.1'),
    element(2, 0x12, 'UI', '2.25.1'),
  ])
  const metaLength = Buffer.alloc(4)
  metaLength.writeUInt32LE(meta.length)
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(2, 0, 'UL', metaLength),
    meta,
    element(8, 0x16, 'UI', kind.sopClass),
    element(8, 0x18, 'UI', uid),
    element(8, 0x20, 'DA', '20260302'),
    element(8, 0x30, 'TM', '101500'),
    element(8, 0x60, 'CS', kind.modality),
    element(0x10, 0x10, 'PN', `Owner^${patient}`),
    element(0x10, 0x20, 'LO', patient),
    element(0x20, 0x0d, 'UI', study),
    element(0x20, 0x0e, 'UI', `${study}.1`),
    element(0x20, 0x13, 'IS', String(number)),
    element(0x28, 2, 'US', us(1)),
    element(0x28, 4, 'CS', 'MONOCHROME2'),
    element(0x28, 0x10, 'US', us(kind.rows)),
    element(0x28, 0x11, 'US', us(kind.columns)),
    element(0x28, 0x100, 'US', us(16)),
    element(0x28, 0x101, 'US', us(12)),
    element(0x28, 0x102, 'US', us(11)),
    element(0x28, 0x103, 'US', us(0)),
    element(0x7f_e0, 0x10, 'OW', pixelData),
  ])
}

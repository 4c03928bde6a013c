import { crc32, deflateRawSync } from 'node:zlib'

export interface FileToZip {
  readonly name: string
  readonly bytes: Uint8Array
  readonly isDeflated?: boolean
  /** The size that the zip declares, if it is to differ from the real one. */
  readonly claimedSize?: number
  /** Sets the flag of a password-protected file, without encrypting its bytes. */
  readonly isLocked?: boolean
}

const encodeNumbers = (layout: readonly (readonly [bytes: 2 | 4, value: number])[]) => {
  const buffer = Buffer.alloc(layout.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of layout) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

/** Creates a zip in memory, valid or deliberately wrong. */
export function createZip(files: readonly FileToZip[]): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const { name, bytes, isDeflated = false, claimedSize = bytes.length, isLocked = false } = file
    const stored = isDeflated ? deflateRawSync(bytes) : Buffer.from(bytes)
    const nameBytes = Buffer.from(name)
    const descriptor = [
      [2, 20],
      [2, isLocked ? 0x0801 : 0x0800],
      [2, isDeflated ? 8 : 0],
      [2, 0],
      [2, 0x21],
      [4, crc32(bytes)],
      [4, stored.length],
      [4, claimedSize],
      [2, nameBytes.length],
      [2, 0],
    ] as const
    const local = Buffer.concat([
      encodeNumbers([[4, 0x04034b50], ...descriptor]),
      nameBytes,
      stored,
    ])
    const entry = encodeNumbers([
      [4, 0x02014b50],
      [2, 20],
      ...descriptor,
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ])
    list.push(entry, nameBytes)
    parts.push(local)
    offset += local.length
  }
  const listBytes = Buffer.concat(list)
  const end = encodeNumbers([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, listBytes.length],
    [4, offset],
    [2, 0],
  ])
  return Buffer.concat([...parts, listBytes, end])
}

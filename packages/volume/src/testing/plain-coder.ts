/** Bits in little-endian order, as a list of 0 and 1: slow, and simple enough to be read. */
class BitWriter {
  readonly bits: number[] = []

  write(value: number, count: number): void {
    for (let at = 0; at < count; at += 1) this.bits.push((value >> at) & 1)
  }

  toBytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.bits.length / 8))
    for (const [at, bit] of this.bits.entries())
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7))
    return bytes
  }
}

const toInt16 = (value: number) => (value << 16) >> 16

function predict(values: Int16Array, columns: number, at: number): number {
  const [x, y] = [at % columns, Math.floor(at / columns)]
  const left = values[at - 1] ?? 0
  if (y === 0) return x === 0 ? 0 : left
  const above = values[at - columns] ?? 0
  if (x === 0) return above
  const corner = values[at - columns - 1] ?? 0
  const [lower, upper] = [Math.min(left, above), Math.max(left, above)]
  if (corner >= upper) return lower
  return corner <= lower ? upper : left + above - corner
}

function chooseParameter(codes: readonly number[]): number {
  const sum = codes.reduce((one, other) => one + other, 0)
  let parameter = Math.min(13, Math.max(0, Math.floor(Math.log2(Math.floor(sum / 16)))))
  if (sum < 16) parameter = 0
  while (Math.max(...codes) >> parameter > 31 && parameter < 13) parameter += 1
  return parameter
}

/** The format of `packSlice` in plain TypeScript, against which the kernel is compared. */
export function packPlainly(values: Int16Array, columns: number): Uint8Array {
  const writer = new BitWriter()
  for (let first = 0; first < values.length; first += 16) {
    const codes = Array.from(values.subarray(first, first + 16), (value, index) => {
      const difference = toInt16(value - predict(values, columns, first + index))
      return ((difference << 1) ^ (difference >> 31)) & 0xffff
    })
    if (codes.every((code) => code === 0)) {
      writer.write(0, 4)
      continue
    }
    const parameter = chooseParameter(codes)
    const cost = codes.reduce((sum, code) => sum + (code >> parameter) + 1 + parameter, 0)
    const isPlain = cost >= 16 * codes.length
    writer.write(isPlain ? 15 : parameter + 1, 4)
    for (const code of codes)
      if (isPlain) writer.write(code, 16)
      else {
        writer.write(0, code >> parameter)
        writer.write(1, 1)
        writer.write(code & ((1 << parameter) - 1), parameter)
      }
  }
  return writer.toBytes()
}

/** Undefined if the bytes are not exactly one slice of this size. */
export function unpackPlainly(
  bytes: Uint8Array,
  columns: number,
  rows: number,
): Int16Array | undefined {
  const values = new Int16Array(columns * rows)
  let position = 0
  const read = (count: number) => {
    let value = 0
    for (let at = 0; at < count; at += 1, position += 1)
      value |= (((bytes[position >> 3] ?? 0) >> (position & 7)) & 1) << at
    return value
  }
  let kind = 0
  for (let at = 0; at < values.length; at += 1) {
    if (at % 16 === 0) {
      if (position >= bytes.length * 8) return undefined
      kind = read(4)
    }
    let code = 0
    if (kind === 15) code = read(16)
    else if (kind > 0) {
      let unary = 0
      while (unary <= 31 && read(1) === 0) unary += 1
      if (unary > 31) return undefined
      code = (unary << (kind - 1)) | read(kind - 1)
    }
    values[at] = toInt16(predict(values, columns, at) + ((code >>> 1) ^ -(code & 1)))
  }
  return Math.ceil(position / 8) === bytes.length ? values : undefined
}

// Packs a slice: the median predictor of JPEG-LS, then Rice codes of blocks of 16 differences.
// A block starts with 4 bits: 0 if all differences are 0, 15 if they are plain 16 bits, else the
// Rice parameter plus 1. Bits are in little-endian order. packages/volume/src/coder/reference.ts
// is the same in plain TypeScript.

const blockSize: i32 = 16
/** A unary part of more bits is damage; with 13 further bits a code fits into one 64-bit read. */
const longestUnary: u32 = 31
const highestParameter: u32 = 13

function predict(left: i32, above: i32, corner: i32): i32 {
  const lower = min(left, above)
  const upper = max(left, above)
  return corner >= upper ? lower : corner <= lower ? upper : left + above - corner
}

/** Writes at most 260 bits for each block, and 8 bytes more; `block` is a work area of 64 bytes. */
export function encode(source: usize, columns: i32, rows: i32, block: usize, target: usize): i32 {
  const count = columns * rows
  const rowBytes = (<usize>columns) << 1
  let bits: u64 = 0
  let filled: u32 = 0
  let to = target
  let from = source
  let x = 0
  let isFirstRow = true
  for (let first = 0; first < count; first += blockSize) {
    let sum: u32 = 0
    let largest: u32 = 0
    const size = min(blockSize, count - first)
    for (let at = 0; at < blockSize; at++) {
      let code: u32 = 0
      if (at < size) {
        let predicted: i32
        if (isFirstRow) predicted = x == 0 ? 0 : <i32>load<i16>(from - 2)
        else if (x == 0) predicted = <i32>load<i16>(from - rowBytes)
        else
          predicted = predict(
            <i32>load<i16>(from - 2),
            <i32>load<i16>(from - rowBytes),
            <i32>load<i16>(from - rowBytes - 2),
          )
        const difference = <i32>(<i16>(<i32>load<i16>(from) - predicted))
        code = <u32>((difference << 1) ^ (difference >> 31)) & 0xffff
        from += 2
        x++
        if (x == columns) {
          x = 0
          isFirstRow = false
        }
      }
      store<u32>(block + ((<usize>at) << 2), code)
      sum += code
      largest = max(largest, code)
    }
    if (sum == 0) {
      filled += 4
    } else {
      let parameter: u32 = sum < 16 ? 0 : 31 - <u32>clz<u32>(sum >> 4)
      parameter = min(parameter, highestParameter)
      while (largest >> parameter > longestUnary && parameter < highestParameter) parameter++
      let cost: u32 = <u32>size * (parameter + 1)
      for (let at = 0; at < size; at++) cost += load<u32>(block + ((<usize>at) << 2)) >> parameter
      if (cost >= (<u32>size) << 4) {
        bits |= (<u64>15) << filled
        filled += 4
        for (let at = 0; at < size; at++) {
          if (filled >= 32) {
            store<u32>(to, <u32>bits)
            to += 4
            bits >>= 32
            filled -= 32
          }
          bits |= (<u64>load<u32>(block + ((<usize>at) << 2))) << filled
          filled += 16
        }
      } else {
        bits |= (<u64>(parameter + 1)) << filled
        filled += 4
        const mask: u32 = (1 << parameter) - 1
        for (let at = 0; at < size; at++) {
          if (filled >= 32) {
            store<u32>(to, <u32>bits)
            to += 4
            bits >>= 32
            filled -= 32
          }
          const code = load<u32>(block + ((<usize>at) << 2))
          const unary = code >> parameter
          bits |= ((<u64>1) << unary) << filled
          filled += unary + 1
          if (filled >= 32) {
            store<u32>(to, <u32>bits)
            to += 4
            bits >>= 32
            filled -= 32
          }
          bits |= (<u64>(code & mask)) << filled
          filled += parameter
        }
      }
    }
    if (filled >= 32) {
      store<u32>(to, <u32>bits)
      to += 4
      bits >>= 32
      filled -= 32
    }
  }
  store<u64>(to, bits)
  return <i32>(to - target) + <i32>((filled + 7) >> 3)
}

/**
 * Returns the number of bytes used, or -1 if the bytes are damaged. At least 128 zero bytes must
 * follow the source: a block is at most 91 bytes, and the end is checked once for each block.
 */
export function decode(source: usize, length: i32, columns: i32, rows: i32, target: usize): i32 {
  const count = columns * rows
  const rowBytes = (<usize>columns) << 1
  const end: u64 = (<u64>length) << 3
  let position: u64 = 0
  let to = target
  let x = 0
  let isFirstRow = true
  let left: i32 = 0
  let corner: i32 = 0
  for (let first = 0; first < count; first += blockSize) {
    if (position >= end) return -1
    const kind = <u32>(load<u64>(source + <usize>(position >> 3)) >> (position & 7)) & 15
    position += 4
    const size = min(blockSize, count - first)
    for (let at = 0; at < size; at++) {
      let code: u32 = 0
      if (kind != 0) {
        const word = load<u64>(source + <usize>(position >> 3)) >> (position & 7)
        if (kind == 15) {
          code = <u32>word & 0xffff
          position += 16
        } else {
          const unary = <u32>ctz<u64>(word)
          if (unary > longestUnary) return -1
          const parameter = kind - 1
          code = (unary << parameter) | (<u32>(word >> (unary + 1)) & ((1 << parameter) - 1))
          position += unary + 1 + parameter
        }
      }
      const difference = <i32>(code >> 1) ^ -(<i32>(code & 1))
      let predicted: i32
      if (isFirstRow) predicted = left
      else {
        const above = <i32>load<i16>(to - rowBytes)
        predicted = x == 0 ? above : predict(left, above, corner)
        corner = above
      }
      left = <i32>(<i16>(predicted + difference))
      store<i16>(to, <i16>left)
      to += 2
      x++
      if (x == columns) {
        x = 0
        isFirstRow = false
      }
    }
  }
  return position > end ? -1 : <i32>((position + 7) >> 3)
}

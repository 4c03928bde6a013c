// Packs a slice: the median predictor of JPEG-LS, then Rice codes of blocks of 16 differences.
// A block starts with 4 bits: 0 if all differences are 0, 15 if they are plain 16 bits, else the
// Rice parameter plus 1. Bits are in little-endian order. packages/volume/src/testing/plain-coder.ts
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

/** Replaces the differences of a slice by its values, row by row. */
function addPredictions(columns: i32, rows: i32, target: usize): void {
  const rowBytes = (<usize>columns) << 1
  let at = target
  let left: i32 = 0
  for (const end = at + rowBytes; at < end; at += 2) {
    left = <i32>(<i16>(left + <i32>load<i16>(at)))
    store<i16>(at, <i16>left)
  }
  for (let y = 1; y < rows; y++) {
    const end = at + rowBytes
    let corner = <i32>load<i16>(at - rowBytes)
    left = <i32>(<i16>(corner + <i32>load<i16>(at)))
    store<i16>(at, <i16>left)
    for (at += 2; at < end; at += 2) {
      const above = <i32>load<i16>(at - rowBytes)
      // The median of `left`, `above` and `left + rise`, with few steps that wait for `left`.
      const rise = above - corner
      const lower = left + min(rise, 0)
      const upper = left + max(rise, 0)
      left = <i32>(<i16>(min(max(above, lower), upper) + <i32>load<i16>(at)))
      store<i16>(at, <i16>left)
      corner = above
    }
  }
}

/**
 * Returns the number of bytes used, or -1 if the bytes are damaged. At least 128 zero bytes must
 * follow the source: a block is at most 91 bytes, and the end is checked once for each block.
 */
export function decode(source: usize, length: i32, columns: i32, rows: i32, target: usize): i32 {
  const count = columns * rows
  const end: u64 = (<u64>length) << 3
  let position: u64 = 0
  let to = target
  for (let first = 0; first < count; first += blockSize) {
    if (position >= end) return -1
    let word = load<u64>(source + <usize>(position >> 3)) >> (position & 7)
    const kind = <u32>word & 15
    word >>= 4
    let known: u32 = 60 - (<u32>position & 7)
    position += 4
    const blockEnd = to + ((<usize>min(blockSize, count - first)) << 1)
    if (kind == 0) {
      for (; to < blockEnd; to += 2) store<i16>(to, 0)
    } else if (kind == 15) {
      for (; to < blockEnd; to += 2) {
        const code = <u32>(load<u64>(source + <usize>(position >> 3)) >> (position & 7)) & 0xffff
        store<i16>(to, <i16>(<i32>(code >> 1) ^ -(<i32>(code & 1))))
        position += 16
      }
    } else {
      const parameter = kind - 1
      const mask: u32 = (1 << parameter) - 1
      for (; to < blockEnd; to += 2) {
        let unary = <u32>ctz<u64>(word)
        // Bits are read again only when a code does not end within those that are known.
        if (unary + kind > known) {
          word = load<u64>(source + <usize>(position >> 3)) >> (position & 7)
          known = 64 - (<u32>position & 7)
          unary = <u32>ctz<u64>(word)
        }
        if (unary > longestUnary) return -1
        word >>= unary + 1
        const code = (unary << parameter) | (<u32>word & mask)
        word >>= parameter
        known -= unary + kind
        position += unary + kind
        store<i16>(to, <i16>(<i32>(code >> 1) ^ -(<i32>(code & 1))))
      }
    }
  }
  if (position > end) return -1
  addPredictions(columns, rows, target)
  return <i32>((position + 7) >> 3)
}

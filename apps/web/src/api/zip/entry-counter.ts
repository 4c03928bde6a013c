/**
 * How every entry of the server's zip begins: the signature of a local header, version 2.0, the
 * flags (names in UTF-8; the length follows the bytes, or is known), and no compression. The four
 * bytes of the signature alone do occur in images; all ten together do not by chance.
 */
const begin = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, undefined, 0x08, 0x00, 0x00] as const
const flagsAt = 6
const isFlags = (byte: number | undefined) => byte === 0x00 || byte === 0x08

/** The last record of a zip without a comment, 64-bit or not. */
const endLength = 22
const endSignature = [0x50, 0x4b, 0x05, 0x06] as const

function isBegin(bytes: Uint8Array, at: number): boolean {
  if (at + begin.length > bytes.length) return false
  return begin.every((byte, place) =>
    place === flagsAt ? isFlags(bytes[at + place]) : bytes[at + place] === byte,
  )
}

function countFrom(bytes: Uint8Array, from: number, until: number): number {
  let found = 0
  for (let at = bytes.indexOf(begin[0], from); at !== -1 && at < until;) {
    if (isBegin(bytes, at)) found += 1
    at = bytes.indexOf(begin[0], at + 1)
  }
  return found
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** Counts the entries of a zip while its bytes pass, in whatever pieces they come. */
export function entryCounter() {
  let count = 0
  /** The last bytes so far: an entry may begin at the end of one piece and in the next. */
  let tail: Uint8Array = new Uint8Array(0)
  return {
    add: (piece: Uint8Array) => {
      const seam = joined(tail, piece.subarray(0, begin.length - 1))
      // What lies wholly in the tail has been counted.
      count += countFrom(seam, Math.max(0, tail.length - begin.length + 1), tail.length)
      count += countFrom(piece, 0, piece.length)
      tail =
        piece.length >= endLength ? piece.slice(-endLength) : joined(tail, piece).slice(-endLength)
    },
    count: () => count,
    /** A connection that was cut may look like one that ended; a zip says where it ends. */
    isWhole: () =>
      tail.length === endLength && endSignature.every((byte, place) => tail[place] === byte),
  }
}

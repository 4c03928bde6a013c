/**
 * The local header that starts every entry of the server's zip: signature, version 2.0, the flags
 * (names in UTF-8; the length follows the bytes, or is known), and no compression. The four bytes
 * of the signature alone do occur in images; all ten bytes together do not by chance.
 */
const localHeader = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, undefined, 0x08, 0x00, 0x00] as const
const flagsOffset = 6
const isKnownFlags = (byte: number | undefined) => byte === 0x00 || byte === 0x08

/** The end record of a zip without a comment, 64-bit or not. */
const endLength = 22
const endSignature = [0x50, 0x4b, 0x05, 0x06] as const

function isLocalHeader(bytes: Uint8Array, offset: number): boolean {
  if (offset + localHeader.length > bytes.length) return false
  return localHeader.every((byte, index) =>
    index === flagsOffset ? isKnownFlags(bytes[offset + index]) : bytes[offset + index] === byte,
  )
}

function countLocalHeaders(bytes: Uint8Array, from: number, until: number): number {
  let found = 0
  for (let at = bytes.indexOf(localHeader[0], from); at !== -1 && at < until;) {
    if (isLocalHeader(bytes, at)) found += 1
    at = bytes.indexOf(localHeader[0], at + 1)
  }
  return found
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** Counts the entries of a zip from its bytes, in chunks of any size. */
export function createEntryCounter() {
  let count = 0
  /** The last bytes so far: a header may be split between two chunks. */
  let tail: Uint8Array = new Uint8Array(0)
  return {
    add: (piece: Uint8Array) => {
      const seam = concat(tail, piece.subarray(0, localHeader.length - 1))
      // Headers that are wholly in the tail have been counted already.
      count += countLocalHeaders(
        seam,
        Math.max(0, tail.length - localHeader.length + 1),
        tail.length,
      )
      count += countLocalHeaders(piece, 0, piece.length)
      tail =
        piece.length >= endLength ? piece.slice(-endLength) : concat(tail, piece).slice(-endLength)
    },
    count: () => count,
    /** A broken connection can look like a finished one; a complete zip has an end record. */
    isComplete: () =>
      tail.length === endLength && endSignature.every((byte, place) => tail[place] === byte),
  }
}

/**
 * Loops over millions of cells, several at a time: a word of memory holds two cells of 16 bits, and one
 * of the picture four greys. It halves the time of a picture. All machines that Node runs on keep the
 * lower cell in the lower half.
 */
type Cells = Uint8Array | Uint16Array

/** A file may hold its cells anywhere; words begin at every fourth byte. */
function wordsOf(cells: Uint16Array): Uint32Array {
  const { buffer, byteOffset } = cells.byteOffset % 4 === 0 ? cells : cells.slice()
  return new Uint32Array(buffer, byteOffset, cells.length >>> 1)
}

// Every index here is inside its array; asking each time whether it is costs a third of the time.

/** What the table says of each cell, in the given memory: as many bytes as there are cells. */
export function throughTable(
  cells: Cells,
  table: Uint8Array,
  shown: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  let done = 0
  if (cells instanceof Uint16Array) {
    const words = wordsOf(cells)
    const fours = new Uint32Array(shown.buffer, shown.byteOffset, cells.length >>> 2)
    for (let at = 0, from = 0; at < fours.length; at++, from += 2) {
      const low = words[from] as number
      const high = words[from + 1] as number
      fours[at] =
        (table[low & 0xff_ff] as number) |
        ((table[low >>> 16] as number) << 8) |
        ((table[high & 0xff_ff] as number) << 16) |
        ((table[high >>> 16] as number) << 24)
    }
    done = fours.length * 4
  }
  for (let at = done; at < cells.length; at++) shown[at] = table[cells[at] as number] as number
  return shown
}

/** 1 for each of the values below `size` that is there. */
export function presentIn(cells: Cells, size: number): Uint8Array {
  const isPresent = new Uint8Array(size)
  let done = 0
  if (cells instanceof Uint16Array) {
    const words = wordsOf(cells)
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as number
      isPresent[word & 0xff_ff] = 1
      isPresent[word >>> 16] = 1
    }
    done = words.length * 2
  }
  for (let at = done; at < cells.length; at++) isPresent[cells[at] as number] = 1
  return isPresent
}

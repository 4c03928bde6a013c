import { itemTag, readElement } from '../read/element.ts'
import type { Element, Encoding, Source } from '../read/element.ts'
import { findElementEnd } from '../read/parse-elements.ts'

/** An element of the file, including its header. */
export interface Piece {
  readonly element: Element
  readonly from: number
  readonly to: number
}

export function listPieces(
  source: Source,
  start: number,
  end: number,
  encoding: Encoding,
): readonly Piece[] {
  const pieces: Piece[] = []
  for (let from = start; from < end;) {
    const element = readElement(source, from, end, encoding)
    const to =
      element.tag >= itemTag ? element.start : findElementEnd(source, element, end, encoding)
    pieces.push({ element, from, to })
    from = to
  }
  return pieces
}

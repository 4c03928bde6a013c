import { limits } from '../limits.ts'
import { createLimitFault } from '../fault.ts'
import { itemTag, readTag, toSource } from './element.ts'
import type { FrameSpan } from './frame-span.ts'
import { isFrameStart } from './frames.ts'

export interface FragmentScanner {
  /** Returns false when no more bytes are needed. */
  readonly add: (chunk: Uint8Array) => boolean
  /**
   * The span of each frame, with the item headers of its fragments; empty if it is unknown which
   * fragments belong to a frame.
   */
  readonly finish: (frames: number) => readonly FrameSpan[]
  /**
   * Returns false if the file ends within a fragment. A missing delimiter after the last fragment is
   * no reason: some devices leave it out.
   */
  readonly isComplete: () => boolean
}

interface Fragment {
  readonly start: number
  readonly end: number
  readonly isFrameStart: boolean
}

const itemHeader = 8
/** The header of an item and the first two bytes of its value. */
const readBytes = itemHeader + 2

/**
 * Finds the frames of encapsulated pixel data in a file that is read from `valueStart` on: many
 * devices write no offset table. Only the headers of the fragments are looked at. /
 */
export function createFragmentScanner(valueStart: number): FragmentScanner {
  const fragments: Fragment[] = []
  const opening = new Uint8Array(readBytes)
  const source = toSource(opening)
  let filled = 0
  /** Position of the next header, and of the next byte that arrives. */
  let [at, received] = [valueStart, valueStart]
  let isOffsetTable = true
  let isEnded = false

  function takeHeader(): void {
    if (readTag(source, 0, true) !== itemTag) {
      isEnded = true
      return
    }
    const end = at + itemHeader + source.view.getUint32(4, true)
    const isStart = end - at >= readBytes && isFrameStart(opening.subarray(itemHeader))
    if (!isOffsetTable) fragments.push({ start: at, end, isFrameStart: isStart })
    if (fragments.length > limits.items) {
      throw createLimitFault('items', `more than ${limits.items} fragments`)
    }
    isOffsetTable = false
    at = end
    filled = 0
  }

  /** An empty fragment has no first bytes: the next header follows at once. */
  const getNeeded = () => {
    if (filled < itemHeader) return itemHeader
    return itemHeader + Math.min(2, source.view.getUint32(4, true))
  }

  return {
    isComplete: () => isEnded || (fragments.length > 0 && at === received && filled === 0),
    add(chunk) {
      const chunkEnd = received + chunk.length
      while (!isEnded && at + filled < chunkEnd) {
        const needed = getNeeded()
        for (; filled < needed && at + filled < chunkEnd; filled++) {
          opening[filled] = chunk[at + filled - received] ?? 0
        }
        if (filled >= itemHeader && filled >= getNeeded()) takeHeader()
      }
      received = chunkEnd
      return !isEnded
    },
    finish(frames) {
      const firsts =
        frames === 1 || frames === fragments.length
          ? [...fragments.keys()].slice(0, frames)
          : fragments.flatMap((fragment, index) => (fragment.isFrameStart ? [index] : []))
      return firsts.slice(0, frames).flatMap((first, index) => {
        const last = (firsts[index + 1] ?? fragments.length) - 1
        const [from, to] = [fragments[first], fragments[last]]
        const isInside = from && to && to.end <= received
        return isInside ? [{ start: from.start, end: to.end, hasHeaders: true }] : []
      })
    },
  }
}

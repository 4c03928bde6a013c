import type { PresentationState } from '@talus/contract'
import { readPlanes } from './planes.ts'
import type { ImagePlanes } from './planes.ts'

/** Unpacks the overlay planes of a presentation state; undefined if it has none. */
export async function unpackPlanes(
  { planes }: PresentationState,
  size: { readonly columns: number; readonly rows: number },
): Promise<ImagePlanes | undefined> {
  if (!planes) return undefined
  const packed = Uint8Array.from(atob(planes.bits), (letter) => letter.codePointAt(0) ?? 0)
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return readPlanes(await new Response(unpacked).arrayBuffer(), planes, size)
}

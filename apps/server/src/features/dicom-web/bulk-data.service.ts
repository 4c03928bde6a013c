import { refuse } from '@talus/contract'
import { explicitLittleEndian } from '@talus/dicom'
import { readWhole } from '../images/index.ts'
import { covers } from './accept.ts'
import type { Accepted } from './accept.ts'
import { refuseFor } from './faults.ts'
import type { FrameDeps } from './frames.service.ts'
import type { Instance } from './instances.queries.ts'
import { isPacked } from './metadata.ts'
import { wholeContent } from './parts.ts'
import type { Part } from './parts.ts'

const octets = 'application/octet-stream'
const pixelData = '7FE00010'

const isPixelData = (path: string) => path.toUpperCase() === pixelData

/** Packed pixels and single pictures leave as frames; anything else as its bytes. */
export function bulkForm(
  { hasPixels, frames, transferSyntaxUID }: Instance,
  accepted: readonly Accepted[],
  path: string,
): 'frames' | { readonly isMultipart: boolean } {
  if (isPixelData(path) && hasPixels && (frames === 1 || isPacked(transferSyntaxUID)))
    return 'frames'
  const range = accepted.find((one) => covers(one, octets)) ?? refuse('web/not-acceptable')
  return { isMultipart: range.isMultipart ?? true }
}

/** A value that was too long to stand in the metadata, by where it stands in the file. */
export async function* valueOf(
  { files, transcodings }: FrameDeps,
  instance: Instance,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const task = isPixelData(path)
    ? ({ kind: 'frames', frames: 'all', syntax: undefined } as const)
    : ({ kind: 'value', path: path.replaceAll('.', '/') } as const)
  try {
    const bytes = await transcodings.run(task, () => readWhole(files, instance), signal)
    if (bytes.length === 0) refuse('record/not-found')
    const type = `${octets}; transfer-syntax=${explicitLittleEndian}`
    yield { type, ...wholeContent(...bytes) }
  } catch (error) {
    refuseFor(error)
  }
}

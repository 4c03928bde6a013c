import { refuse } from '@talus/contract'
import { explicitLittleEndian, isNativeSyntax } from '@talus/dicom'
import { readWhole } from '../../images/index.ts'
import { covers } from '../accept.ts'
import type { AcceptedType } from '../accept.ts'
import { refuseFor } from '../faults.ts'
import type { FrameDeps } from './frames.service.ts'
import type { Instance } from '../instances.queries.ts'
import { toContent } from '../multipart-writer.ts'
import type { ResponsePart } from '../multipart-writer.ts'

const octets = 'application/octet-stream'
const pixelData = '7FE00010'

const isPixelData = (path: string) => path.toUpperCase() === pixelData

/** Encapsulated pixel data and single frames are sent as frames; anything else as its bytes. */
export function chooseBulkForm(
  { hasPixels, frames, transferSyntaxUID }: Instance,
  accepted: readonly AcceptedType[],
  path: string,
): 'frames' | { readonly isMultipart: boolean } {
  if (isPixelData(path) && hasPixels && (frames === 1 || !isNativeSyntax(transferSyntaxUID)))
    return 'frames'
  const range = accepted.find((one) => covers(one, octets)) ?? refuse('web/not-acceptable')
  return { isMultipart: range.isMultipart ?? true }
}

/** Streams a value that was too long for the metadata, by its path in the file. */
export async function* streamBulkValue(
  { files, transcodePool }: FrameDeps,
  instance: Instance,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<ResponsePart> {
  const task = isPixelData(path)
    ? ({ kind: 'frames', frames: 'all', syntax: undefined } as const)
    : ({ kind: 'value', path: path.replaceAll('.', '/') } as const)
  try {
    const bytes = await transcodePool.run(task, () => readWhole(files, instance), signal)
    if (bytes.length === 0) refuse('record/not-found')
    const type = `${octets}; transfer-syntax=${explicitLittleEndian}`
    yield { type, ...toContent(...bytes) }
  } catch (error) {
    refuseFor(error)
  }
}

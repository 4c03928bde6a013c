import { createHash } from 'node:crypto'
import type { LentBytes } from '../../http/send-bytes.ts'
import type { ManifestRow, Problem } from './manifest.ts'
import { openImage } from './stored-image.ts'
import type { ReadingDeps, RecordedFile, StoredImage } from './stored-image.ts'

/** Rejects for an image that cannot be shown. */
export type RenderJpeg = (
  bytes: Uint8Array,
  options?: {
    readonly signal?: AbortSignal
    readonly longestEdge?: number | undefined
    readonly quality?: number | undefined
  },
) => Promise<Uint8Array>

/** An image that is ready to be written, or only to be listed. */
export interface ReadyImage {
  readonly bytes: Uint8Array | LentBytes | undefined
  /** Known when the bytes have been written. */
  readonly outcome: () => Pick<ManifestRow, 'written' | 'problems'>
  readonly close: () => Promise<void>
}

/** As much of a file as is read, hashed and sent at a time. */
export const chunkBytes = 512 * 1024

/** A picture is made in memory; nothing that a clinic takes comes near this. */
const renderedBytesMax = 512 * 1024 * 1024

const nothingOpen = () => Promise.resolve()

const leftOut = (...problems: readonly Problem[]): ReadyImage => ({
  bytes: undefined,
  outcome: () => ({ written: undefined, problems }),
  close: nothingOpen,
})

/** The file itself, by way of the given memory; it is open until it is closed. */
export async function asStored(
  deps: ReadingDeps,
  recorded: RecordedFile,
  memory: Buffer,
): Promise<ReadyImage> {
  const opened = await openImage(deps, recorded, memory)
  if ('kind' in opened) return leftOut(opened)
  const { bytes, close } = opened
  const outcome = () => {
    const { problems, ...written } = opened.outcome()
    return { written, problems }
  }
  return { bytes, close, outcome }
}

/** A picture of it; the file has been closed when it is ready. */
export async function asJpeg(
  deps: ReadingDeps,
  recorded: RecordedFile,
  renderJpeg: RenderJpeg,
): Promise<ReadyImage> {
  if (recorded.byteLength > renderedBytesMax) return leftOut({ kind: 'too-large' })
  const opened = await openImage(deps, recorded, Buffer.allocUnsafeSlow(chunkBytes))
  if ('kind' in opened) return leftOut(opened)
  const dicom = await whole(opened)
  if (!dicom) return leftOut({ kind: 'too-large' })
  // That a preamble was cleared says nothing about a picture.
  const problems = opened.outcome().problems.filter(({ kind }) => kind !== 'preamble')
  try {
    const bytes = await renderJpeg(dicom, { signal: deps.signal })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const written = { byteLength: bytes.byteLength, sha256 }
    return { bytes, outcome: () => ({ written, problems }), close: nothingOpen }
  } catch (error) {
    deps.signal.throwIfAborted()
    deps.onFault(error)
    return leftOut(...problems, { kind: 'not-shown' })
  }
}

/** Undefined where the file is longer than its record says, and too long for memory. */
async function whole({ bytes, close }: StoredImage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let byteLength = 0
  try {
    for await (const chunk of bytes) {
      byteLength += chunk.byteLength
      if (byteLength > renderedBytesMax) return undefined
      chunks.push(Buffer.from(chunk))
    }
  } finally {
    await close()
  }
  return Buffer.concat(chunks, byteLength)
}

import { createHash } from 'node:crypto'
import { Refusal } from '@talus/contract'
import type { PooledBytes } from '../../../http/send-bytes.ts'
import type { ManifestRow } from './manifest.ts'
import { verifyFile } from '../stored/verify-file.ts'
import { largeFrom } from '../pixels/render-stored.ts'
import { chunkBytes, openImage } from '../stored/stored-image.ts'
import type { FileProblem, ReadingDeps, RecordedFile, StoredImage } from '../stored/stored-image.ts'

/** Renders a DICOM file, or a large one of the archive; rejects if it cannot be shown. */
export type RenderJpeg = (
  source: Uint8Array | RecordedFile,
  options?: {
    readonly signal?: AbortSignal
    readonly longestEdge?: number | undefined
    readonly quality?: number | undefined
  },
) => Promise<Uint8Array>

/** An image that is ready to be written to a zip, or only to be listed. */
export interface ReadyImage {
  readonly bytes: Uint8Array | PooledBytes | undefined
  /** Known after the bytes were written. */
  readonly outcome: () => Pick<ManifestRow, 'written' | 'problems'>
  readonly close: () => Promise<void>
}

/** The limit for reading a file to render it; the images of a clinic are far smaller. */
const renderedBytesMax = 512 * 1024 * 1024

const noClose = () => Promise.resolve()

const createLeftOut = (...problems: readonly FileProblem[]): ReadyImage => ({
  bytes: undefined,
  outcome: () => ({ written: undefined, problems }),
  close: noClose,
})

/**
 * Opens the file that leaves the clinic. A file that cannot be copied with the animal of the
 * records is left out: its own animal may be another one.
 */
export async function prepareOutgoing(
  deps: ReadingDeps,
  resolve: () => Promise<RecordedFile>,
  { memory, leavesOutDamaged }: { readonly memory: Buffer; readonly leavesOutDamaged: boolean },
): Promise<ReadyImage> {
  try {
    const recorded = await resolve()
    if (leavesOutDamaged)
      await verifyFile(deps.files, { key: recorded.filePath, sha256: recorded.sha256 })
    return await prepareStored(deps, recorded, memory)
  } catch (error) {
    deps.signal.throwIfAborted()
    deps.onFault(error)
    const isMissing = error instanceof Refusal && error.code === 'image/missing'
    return createLeftOut({ kind: isMissing ? 'missing' : 'unreadable' })
  }
}

/** Opens the file itself, reading through the given buffer; it is open until it is closed. */
async function prepareStored(
  deps: ReadingDeps,
  recorded: RecordedFile,
  memory: Buffer,
): Promise<ReadyImage> {
  const opened = await openImage(deps, recorded, memory)
  if ('kind' in opened) return createLeftOut(opened)
  const { bytes, close } = opened
  const outcome = () => {
    const { problems, ...written } = opened.outcome()
    return { written, problems }
  }
  return { bytes, close, outcome }
}

/** Renders the file as a JPEG; the file is closed when this returns. */
export async function prepareJpeg(
  deps: ReadingDeps,
  recorded: RecordedFile,
  {
    renderJpeg,
    leavesOutDamaged,
  }: { readonly renderJpeg: RenderJpeg; readonly leavesOutDamaged: boolean },
): Promise<ReadyImage> {
  if (recorded.byteLength > renderedBytesMax) return createLeftOut({ kind: 'too-large' })
  const opened = await openImage(deps, recorded, Buffer.allocUnsafeSlow(chunkBytes))
  if ('kind' in opened) return createLeftOut(opened)
  const isLarge = recorded.byteLength > largeFrom
  const dicom = await readWhole(opened, isLarge)
  // A cleared preamble does not matter for a JPEG.
  const problems = opened.outcome().problems.filter(({ kind }) => kind !== 'preamble')
  // Another file than the recorded one may show another animal.
  if (leavesOutDamaged && problems.length > 0) return createLeftOut(...problems)
  try {
    const bytes = await renderJpeg(dicom ?? recorded, { signal: deps.signal })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const written = { byteLength: bytes.byteLength, sha256 }
    return { bytes, outcome: () => ({ written, problems }), close: noClose }
  } catch (error) {
    deps.signal.throwIfAborted()
    deps.onFault(error)
    return createLeftOut(...problems, { kind: 'not-shown' })
  }
}

/** Undefined if the file is too long for memory; it is read to compare its hash nevertheless. */
async function readWhole({ bytes, close }: StoredImage, isLarge: boolean) {
  const chunks: Buffer[] = []
  let byteLength = 0
  try {
    for await (const chunk of bytes) {
      byteLength += chunk.byteLength
      if (!isLarge && byteLength <= largeFrom) chunks.push(Buffer.from(chunk))
    }
  } finally {
    await close()
  }
  return isLarge || byteLength > largeFrom ? undefined : Buffer.concat(chunks, byteLength)
}

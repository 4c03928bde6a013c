import { buffer } from 'node:stream/consumers'
import { refuse } from '@talus/contract'
import type { Logger } from '@talus/node-kit/logger'
import type { FileStore } from '../../../files/index.ts'
import type { ResolvedByteRange } from '../../../http/byte-range.ts'
import type { PooledBytes } from '../../../http/send-bytes.ts'
import { clearPreamble, headBytes } from './dicom-preamble.ts'
import { chunkBytes, openImage } from './stored-image.ts'
import type { FileProblem, RecordedFile } from './stored-image.ts'

export interface ImageFileDeps {
  readonly files: FileStore
  readonly log: Logger
}

/** A stored file whose hash was verified, and the ways to read it. */
export interface VerifiedFile {
  readonly byteLength: number
  /** Streams the whole file; ends early if the store fails. */
  readonly whole: (signal: AbortSignal) => PooledBytes
  readonly part: (range: ResolvedByteRange) => PooledBytes
}

const rememberedMax = 10_000

/**
 * Reads the DICOM files of images. A file whose hash differs from the recorded one is never sent.
 */
export function createImageFiles({ files, log }: ImageFileDeps) {
  const onFault = (error: unknown) => log.warn({ err: error }, 'image file not read')
  /**
   * Files that were verified before: otherwise each part of a large file would cost a read of all
   * of it.
   */
  const verified = new Set<string>()

  async function* whole(recorded: RecordedFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const memory = Buffer.allocUnsafeSlow(chunkBytes)
    const opened = await openImage({ files, signal, onFault }, recorded, memory)
    if ('kind' in opened) refuseFor(opened)
    try {
      yield* opened.bytes
    } finally {
      await opened.close()
    }
    const problem = opened.outcome().problems.find(({ kind }) => kind !== 'preamble')
    if (problem) refuseFor(problem)
  }

  async function open(recorded: RecordedFile, signal: AbortSignal): Promise<VerifiedFile> {
    const found = (await files.stat(recorded.filePath)) ?? refuse('image/missing')
    const { byteLength, modifiedOn } = found
    if (byteLength < recorded.byteLength) refuse('image/unreadable')
    const name = [recorded.filePath, recorded.sha256, byteLength, modifiedOn].join(' ')
    if (!verified.has(name)) {
      // Verified once before the first byte is sent: after that, no error message could be sent.
      for await (const _chunk of whole(recorded, signal)) signal.throwIfAborted()
      verified.add(name)
      const [oldest] = verified
      if (oldest !== undefined && verified.size > rememberedMax) verified.delete(oldest)
    }
    return {
      byteLength,
      whole: (reading) => whole(recorded, reading),
      part: (range) => streamPart(files, recorded.filePath, range),
    }
  }

  return { open }
}

async function* streamPart(files: FileStore, key: string, { start, end }: ResolvedByteRange) {
  let from = start
  if (start < headBytes) {
    const head = await readBytes(files, key, { start: 0, end: headBytes - 1 })
    clearPreamble(head)
    from = headBytes
    yield head.subarray(start, Math.min(headBytes, end + 1))
  }
  if (from > end) return
  const rest = (await files.read(key, { start: from, end })) ?? refuseFor(missing)
  let remaining = end + 1 - from
  for await (const chunk of rest as AsyncIterable<Uint8Array>) {
    remaining -= chunk.byteLength
    yield chunk
  }
  if (remaining !== 0) refuse('image/unreadable')
}

const missing: FileProblem = { kind: 'missing' }

async function readBytes(files: FileStore, key: string, range: ResolvedByteRange): Promise<Buffer> {
  return buffer((await files.read(key, range)) ?? refuseFor(missing))
}

/** A file other than the stored one is not shown: it may belong to another patient. */
function refuseFor({ kind }: FileProblem): never {
  if (kind === 'missing') refuse('image/missing')
  if (kind === 'unreadable') refuse('server/unavailable')
  refuse('image/unreadable')
}

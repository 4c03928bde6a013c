import { buffer } from 'node:stream/consumers'
import { refuse } from '@talus/contract'
import type { FileStore } from '../../files/index.ts'
import type { WholeRange } from '../../http/byte-range.ts'
import type { LentBytes } from '../../http/send-bytes.ts'
import type { Logger } from '../../jobs/define-job.ts'
import { clearPreamble, headBytes } from './dicom-preamble.ts'
import type { Problem } from './manifest.ts'
import { chunkBytes } from './ready-image.ts'
import { openImage } from './stored-image.ts'
import type { RecordedFile } from './stored-image.ts'

export interface ImageFileDeps {
  readonly files: FileStore
  readonly log: Logger
}

/** A stored file that is what was stored, and the ways to read it. */
export interface SoundFile {
  readonly byteLength: number
  /** All of it; breaks off where the store does. */
  readonly whole: (signal: AbortSignal) => LentBytes
  readonly part: (range: WholeRange) => LentBytes
}

const rememberedMax = 10_000

/** The DICOM files themselves. One that is not what was stored, by its hash, is given to nobody. */
export function imageFiles({ files, log }: ImageFileDeps) {
  const onFault = (error: unknown) => log.warn({ err: error }, 'image file not read')
  /** Looked through before: pieces of a large file would otherwise each cost a walk through it. */
  const known = new Set<string>()

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

  async function open(recorded: RecordedFile, signal: AbortSignal): Promise<SoundFile> {
    const found = (await files.stat(recorded.filePath)) ?? refuse('image/missing')
    const { byteLength, modifiedOn } = found
    if (byteLength < recorded.byteLength) refuse('image/unreadable')
    const name = [recorded.filePath, recorded.sha256, byteLength, modifiedOn].join(' ')
    if (!known.has(name)) {
      // Read once before the first byte leaves: afterwards nobody could be told in words.
      for await (const _chunk of whole(recorded, signal)) signal.throwIfAborted()
      known.add(name)
      const [oldest] = known
      if (oldest !== undefined && known.size > rememberedMax) known.delete(oldest)
    }
    return {
      byteLength,
      whole: (reading) => whole(recorded, reading),
      part: (range) => partOf(files, recorded.filePath, range),
    }
  }

  return { open }
}

async function* partOf(files: FileStore, key: string, { start, end }: WholeRange) {
  let from = start
  if (start < headBytes) {
    const head = await bytesOf(files, key, { start: 0, end: headBytes - 1 })
    clearPreamble(head)
    from = headBytes
    yield head.subarray(start, Math.min(headBytes, end + 1))
  }
  if (from > end) return
  const rest = (await files.read(key, { start: from, end })) ?? refuseFor(missing)
  let left = end + 1 - from
  for await (const chunk of rest as AsyncIterable<Uint8Array>) {
    left -= chunk.byteLength
    yield chunk
  }
  if (left !== 0) refuse('image/unreadable')
}

const missing: Problem = { kind: 'missing' }

async function bytesOf(files: FileStore, key: string, range: WholeRange): Promise<Buffer> {
  return buffer((await files.read(key, range)) ?? refuseFor(missing))
}

/** What is not the file that was stored is not shown: it may be of another animal. */
function refuseFor({ kind }: Problem): never {
  if (kind === 'missing') refuse('image/missing')
  if (kind === 'unreadable') refuse('server/unavailable')
  refuse('image/unreadable')
}

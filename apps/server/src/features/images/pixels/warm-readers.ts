import { uncompressedSyntaxes } from '@talus/dicom'
import type { ReadPool, TranscodePool } from '../../../workers/index.ts'

export interface ReaderDeps {
  readonly readPool: Pick<ReadPool, 'warm'>
  readonly transcodePool: Pick<TranscodePool, 'warm'>
}

/**
 * A client that lists the images of a study is about to open them: starts the reader threads
 * meanwhile, which takes longer than reading an image. They end by themselves.
 */
export function warmReaders(
  { readPool, transcodePool }: ReaderDeps,
  images: readonly { readonly transferSyntaxUID: string }[],
): void {
  if (images.length === 0) return
  // Pixel data of these transfer syntaxes are sent as they are stored.
  const isCompressed = images.some(
    ({ transferSyntaxUID }) => !uncompressedSyntaxes.some((syntax) => syntax === transferSyntaxUID),
  )
  // A server that stops starts no threads, and rejects.
  void readPool.warm().catch(() => undefined)
  if (isCompressed) void transcodePool.warm().catch(() => undefined)
}

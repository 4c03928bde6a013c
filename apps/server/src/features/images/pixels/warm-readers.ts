import type { ReadPool, TranscodePool } from '../../../workers/index.ts'

export interface ReaderDeps {
  readonly readPool: Pick<ReadPool, 'warm'>
  readonly transcodePool: Pick<TranscodePool, 'warm'>
}

/** Implicit and explicit VR little endian: their pixel data are sent as they are stored. */
const nativeSyntaxes = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1']

/**
 * A client that lists the images of a study is about to open them: starts the reader threads
 * meanwhile, which takes longer than reading an image. They end by themselves.
 */
export function warmReaders(
  { readPool, transcodePool }: ReaderDeps,
  images: readonly { readonly transferSyntaxUID: string }[],
): void {
  if (images.length === 0) return
  const isCompressed = images.some(
    ({ transferSyntaxUID }) => !nativeSyntaxes.includes(transferSyntaxUID),
  )
  // A server that stops starts no threads, and rejects.
  void readPool.warm().catch(() => undefined)
  if (isCompressed) void transcodePool.warm().catch(() => undefined)
}

import type { Readings, Transcodings } from '../../workers/index.ts'

export interface ReaderDeps {
  readonly readings: Pick<Readings, 'warm'>
  readonly transcodings: Pick<Transcodings, 'warm'>
}

/** Implicit and explicit little endian: their pixels are sent as they lie in the file. */
const plain = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1']

/**
 * Whoever asks for the images of a study is about to look at them: the threads that read them are
 * started meanwhile, which takes longer than to read an image. They end by themselves.
 */
export function warmReaders(
  { readings, transcodings }: ReaderDeps,
  images: readonly { readonly transferSyntaxUID: string }[],
): void {
  if (images.length === 0) return
  const isPacked = images.some(({ transferSyntaxUID }) => !plain.includes(transferSyntaxUID))
  // A server that stops starts nothing any more, and says so.
  void readings.warm().catch(() => undefined)
  if (isPacked) void transcodings.warm().catch(() => undefined)
}

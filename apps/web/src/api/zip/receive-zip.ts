import { entryCounter } from './entry-counter.ts'
import type { FileSink } from './file-sink.ts'

/** The connection went before the end: what has come is not a whole file. */
export class CutOff extends Error {
  override readonly name = 'CutOff'
}

/** The file could not be written: no space, or no longer allowed. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten'
}

export interface Received {
  /** Images that have come as a whole. */
  readonly done: number
  readonly bytes: number
}

/**
 * How many images the answer will bring. The list of them, which comes last, does not count.
 * Undefined where the answer does not say it, which no answer of ours is.
 */
export function imageCountOf(headers: Headers): number | undefined {
  const said = headers.get('x-image-count') ?? ''
  return /^\d{1,9}$/u.test(said) ? Number(said) : undefined
}

const notWritten = (cause: unknown): never => {
  throw new NotWritten('the file could not be written', { cause })
}

/** Reads the zip into the sink at the pace of the slower of the two, and tells how far it is. */
export async function receiveZip(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  sink: FileSink,
  onProgress: (received: Received) => void,
): Promise<Received> {
  const counter = entryCounter()
  const reader = body.getReader()
  let bytes = 0
  // An image is whole when the next entry begins; after the last one comes the list.
  const received = () => ({ done: Math.max(0, counter.count() - 1), bytes })
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new CutOff('the connection was cut', { cause })
      })
      if (done) break
      counter.add(value)
      bytes += value.byteLength
      await sink.write(value).catch(notWritten)
      onProgress(received())
    }
  } catch (error) {
    // The server need not send what nobody keeps.
    await reader.cancel().catch(() => undefined)
    throw error
  }
  if (!counter.isWhole()) throw new CutOff('the zip has no end')
  await sink.finish().catch(notWritten)
  return received()
}

import { createEntryCounter } from './entry-counter.ts'
import type { FileSink } from './file-sink.ts'

/** The connection was lost before the end, so the file is incomplete. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
}

/** The file could not be written: the disk is full, or the permission was withdrawn. */
export class WriteFailedError extends Error {
  override readonly name = 'WriteFailedError'
}

export interface ReceiveProgress {
  /** Number of images received completely. */
  readonly done: number
  readonly bytes: number
}

/**
 * The number of images in the response, without the manifest at the end. Undefined if the header is
 * missing, which our server never omits.
 */
export function readImageCount(headers: Headers): number | undefined {
  const value = headers.get('x-image-count') ?? ''
  return /^\d{1,9}$/u.test(value) ? Number(value) : undefined
}

const throwWriteFailed = (cause: unknown): never => {
  throw new WriteFailedError('the file could not be written', { cause })
}

/** Pipes the zip into the sink with backpressure, and reports the progress. */
export async function receiveZip(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  sink: FileSink,
  onProgress: (received: ReceiveProgress) => void,
): Promise<ReceiveProgress> {
  const counter = createEntryCounter()
  const reader = body.getReader()
  let bytes = 0
  // An image is complete when the next entry starts; the manifest follows the last image.
  const getProgress = () => ({ done: Math.max(0, counter.count() - 1), bytes })
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new ConnectionLostError('the connection was cut', { cause })
      })
      if (done) break
      counter.add(value)
      bytes += value.byteLength
      await sink.write(value).catch(throwWriteFailed)
      onProgress(getProgress())
    }
  } catch (error) {
    // Stop the server from sending the rest.
    await reader.cancel().catch(() => undefined)
    throw error
  }
  if (!counter.isComplete()) throw new ConnectionLostError('the zip has no end')
  await sink.finish().catch(throwWriteFailed)
  return getProgress()
}

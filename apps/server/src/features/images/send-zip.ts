import { imageCountHeader, refuse } from '@talus/contract'
import type { FastifyReply } from 'fastify'
import { attachment } from '../../http/attachment.ts'
import { sendBytes } from '../../http/send-bytes.ts'
import type { LentBytes } from '../../http/send-bytes.ts'
import type { RunningDownloads } from './running-downloads.ts'

/** A zip that is made while it is read. */
export interface ZipDownload {
  readonly zip: LentBytes
  readonly fileName: string
  readonly imageCount: number
}

/** A reader that takes nothing for so long has gone, or has forgotten that it is reading. */
const defaultStalledAfterMs = 60_000

export interface SendZipOptions {
  readonly running: RunningDownloads
  readonly readerId: number
  readonly stalledAfterMs?: number | undefined
}

/** Answers with a zip, one of a bounded number; everything is let go when its reader leaves. */
export async function sendZip(
  reply: FastifyReply,
  { running, readerId, stalledAfterMs = defaultStalledAfterMs }: SendZipOptions,
  begin: (signal: AbortSignal) => Promise<ZipDownload>,
): Promise<FastifyReply> {
  const download = running.begin(readerId)
  const { signal } = download
  // Nobody waits any more for a file that hangs or a picture that is being made.
  reply.raw.once('close', () => download.abort())
  reply.raw.setTimeout(stalledAfterMs, () => download.abort())
  try {
    const { zip, fileName, imageCount } = await begin(signal)
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': attachment(fileName),
      [imageCountHeader]: imageCount,
      // A proxy that gathers the zip first would show no progress and need the room for it.
      'x-accel-buffering': 'no',
    }
    return await sendBytes(reply, zip, { headers, signal })
  } catch (error) {
    // The reader has left or the server stops: nobody's fault, and nothing to report.
    if (signal.aborted) refuse('server/unavailable')
    throw error
  } finally {
    running.ended(download)
  }
}

import { imageCountHeader, refuse } from '@talus/contract'
import { abortOnDisconnect } from '@talus/node-kit/abort-on-disconnect'
import type { FastifyReply } from 'fastify'
import { formatAttachmentHeader } from '../../../http/attachment.ts'
import { sendBytes } from '../../../http/send-bytes.ts'
import type { PooledBytes } from '../../../http/send-bytes.ts'
import type { RunningDownloads } from './running-downloads.ts'

/** A zip that is created while it is sent. */
export interface ZipDownload {
  readonly zip: PooledBytes
  readonly fileName: string
  readonly imageCount: number
}

export interface SendZipOptions {
  readonly running: RunningDownloads
  readonly readerId: number
  readonly stalledAfterMs?: number | undefined
}

/**
 * Sends a zip as one of a limited number of downloads; releases everything when the client
 * disconnects.
 */
export async function sendZip(
  reply: FastifyReply,
  { running, readerId, stalledAfterMs }: SendZipOptions,
  begin: (signal: AbortSignal) => Promise<ZipDownload>,
): Promise<FastifyReply> {
  const download = running.begin(readerId)
  // Also ends a read that hangs and a JPEG that is being rendered.
  const signal = abortOnDisconnect(reply.raw, { stopping: download.signal, stalledAfterMs })
  try {
    const { zip, fileName, imageCount } = await begin(signal)
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': formatAttachmentHeader(fileName),
      [imageCountHeader]: imageCount,
      // A proxy that buffers the zip would show no progress and need space for it.
      'x-accel-buffering': 'no',
    }
    return await sendBytes(reply, zip, { headers, signal })
  } catch (error) {
    // The client has disconnected or the server stops: no error to report.
    if (signal.aborted) refuse('server/unavailable')
    throw error
  } finally {
    running.end(download)
  }
}

import { refuse } from '@talus/contract'
import type { FastifyReply } from 'fastify'
import type { FileStore } from '../../files/index.ts'
import { formatAttachmentHeader } from '../../http/attachment.ts'
import { findReportPdf, readWhole } from '../images/index.ts'
import * as visits from './visit.service.ts'
import type { OpenShare, SharedImage, VisitDeps } from './visit.service.ts'

/** Sends the PDF of a shared report as a download: a foreign one is never shown by our page. */
export async function sendSharedReport(
  deps: VisitDeps & { readonly files: FileStore },
  reply: FastifyReply,
  { share, image }: { readonly share: OpenShare; readonly image: SharedImage | undefined },
): Promise<FastifyReply> {
  const pdf = (image && findReportPdf(image)) ?? refuse('record/not-found')
  const bytes = await readWhole(deps.files, pdf)
  await visits.recordDownload(deps, share, { address: reply.request.ip, type: 'PDF' })
  return reply
    .type('application/pdf')
    .headers({
      'content-disposition': formatAttachmentHeader(pdf.fileName),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    .send(Buffer.from(bytes))
}

import { routes } from '@talus/contract'
import { abortOnDisconnect } from '@talus/node-kit/abort-on-disconnect'
import { formatAttachmentHeader } from '../../../http/attachment.ts'
import type { Mount, MountRaw } from '../../../http/mount.ts'
import { sendBytes } from '../../../http/send-bytes.ts'
import { createDocuments } from './document.service.ts'
import type { DocumentDeps } from './document.service.ts'
import * as documents from './documents.queries.ts'

/**
 * A PDF gets no script, no style and no connection, and only our own pages may frame it. The
 * directive `sandbox` is left out: Chromium shows no PDF in a sandboxed frame.
 */
const pdfPolicy =
  "default-src 'none'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** A PDF that may act is only downloaded; a browser that shows it nevertheless gives it no rights. */
const activePdfPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

export function documentRoutes(mount: Mount, mountRaw: MountRaw, deps: DocumentDeps) {
  const reader = createDocuments(deps)
  const stopping = new AbortController()

  mount(routes.document.ofStudy, ({ db, query }) => documents.ofStudy(db, query.studyId))
  mount(routes.document.one, ({ db, params }) => reader.read(db, params.id, stopping.signal))
  mount(routes.document.createTicket, ({ db, params }) => reader.createTicket(db, params.id))

  mountRaw(routes.document.opened, async ({ params, query }, reply) => {
    const signal = abortOnDisconnect(reply.raw, { stopping: stopping.signal })
    const pdf = await reader.open(params.ticket, signal)
    const disposition = formatAttachmentHeader(pdf.fileName)
    return sendBytes(reply, pdf.bytes, {
      signal,
      headers: {
        'content-type': 'application/pdf',
        'content-length': pdf.byteLength,
        'content-disposition':
          query.save === '1' || pdf.mayAct
            ? disposition
            : disposition.replace(/^attachment/u, 'inline'),
        'content-security-policy': pdf.mayAct ? activePdfPolicy : pdfPolicy,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'cross-origin-resource-policy': 'same-origin',
      },
    })
  })

  return { stop: () => stopping.abort() }
}

import { randomUUID } from 'node:crypto'
import { caseStatus, refuse, routes } from '@talus/contract'
import type { CaseId, RouteQuery } from '@talus/contract'
import { abortOnDisconnect } from '@talus/node-kit/abort-on-disconnect'
import { ClinicDb } from '../../../db/clinic-db.ts'
import { formatAttachmentHeader } from '../../../http/attachment.ts'
import type { Mount, MountRaw } from '../../../http/mount.ts'
import { sendBytes } from '../../../http/send-bytes.ts'
import { findCase } from '../attachments/case-files.queries.ts'
import { openStored } from '../attachments/serve/case-file.service.ts'
import { createTicket } from '../attachments/serve/tickets.service.ts'
import { findNewestVersion, findReport as findStoredReport } from './case-report.queries.ts'
import { findOrMakeReport, printPreview } from './make-report.service.ts'
import type { CaseReportDeps } from './make-report.service.ts'

type Wanted = RouteQuery<typeof routes.radCase.report>

export function caseReportRoutes(mount: Mount, mountRaw: MountRaw, deps: CaseReportDeps) {
  const { clock, files } = deps
  const stopping = new AbortController()
  const { signal } = stopping

  /** The stored PDF; a server that was killed after the submission has not made it yet. */
  const findReport = async (db: ClinicDb, caseId: CaseId, { version, revision }: Wanted) => {
    const { clinicId } = (await findCase(db, caseId)) ?? refuse('record/not-found')
    const newest = await findNewestVersion(db, caseId)
    const wanted = version ?? newest
    if (wanted === 0 || wanted > newest) return refuse('record/not-found')
    if (revision !== undefined)
      return (
        (await findStoredReport(
          new ClinicDb(db.unscopedDb, [clinicId]),
          caseId,
          wanted,
          revision,
        )) ?? refuse('record/not-found')
      )
    return findOrMakeReport(deps, { caseId, clinicId, version: wanted }, signal)
  }

  mountRaw(routes.radCase.report, async ({ db, params, query }, reply) => {
    const report = await findReport(db, params.id, query)
    return sendBytes(reply, await openStored(files, report), {
      signal: abortOnDisconnect(reply.raw, { stopping: signal }),
      headers: {
        'content-type': 'application/pdf',
        'content-length': report.byteLength,
        'content-disposition': formatAttachmentHeader(report.fileName),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      },
    })
  })

  mount(routes.radCase.createReportTicket, async ({ db, actor, params, query }) => {
    const { clinicId, filePath, fileName } = await findReport(db, params.id, query)
    return createTicket({ db, actor, clock }, { caseId: params.id, clinicId, filePath, fileName })
  })

  mount(routes.radCase.previewReport, async ({ db, actor, params, body }) => {
    const { clinicId, radiologistId, status } =
      (await findCase(db, params.id)) ?? refuse('record/not-found')
    if (radiologistId !== actor.id || status === caseStatus.cancelled) refuse('record/not-found')
    const subject = { caseId: params.id, clinicId, authorId: actor.id }
    const pdf = await printPreview(deps, subject, body, signal)
    // The sweep of pending files removes it.
    const { key } = await files.put(`pending/${randomUUID()}`, pdf)
    const target = { caseId: params.id, clinicId, filePath: key, fileName: 'preview.pdf' }
    return createTicket({ db, actor, clock }, target)
  })

  return { stop: () => stopping.abort() }
}

import { refuse, routes } from '@talus/contract'
import { abortOnDisconnect } from '@talus/node-kit/abort-on-disconnect'
import type { FastifyReply } from 'fastify'
import { formatAttachmentHeader } from '../../../http/attachment.ts'
import type { Mount, MountRaw } from '../../../http/mount.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import { sendBytes } from '../../../http/send-bytes.ts'
import type { CaseContext } from '../flow/change-case.ts'
import { addFiles } from './add-files.service.ts'
import * as queries from './case-files.queries.ts'
import { removeFile } from './remove-file.service.ts'
import { createCaseFiles, listFiles, openStored } from './serve/case-file.service.ts'
import type { CaseFileDeps, OpenCaseFile } from './serve/case-file.service.ts'
import { createTicket, takeTicket } from './serve/tickets.service.ts'

/** No script, style or connection, and an origin of its own: an attachment is another user's file. */
const attachmentPolicy = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'"
/** Chromium shows no PDF in a sandboxed frame, and our own PDFs contain nothing active. */
const reportPolicy =
  "default-src 'none'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

interface AttachmentDeps extends CaseFileDeps {
  readonly publicUrl: string
  readonly secrets: SecretBox
}

export function attachmentRoutes(mount: Mount, mountRaw: MountRaw, deps: AttachmentDeps) {
  const { clock, publicUrl, secrets } = deps
  const toContext = (call: Pick<CaseContext, 'db' | 'actor' | 'address' | 'language'>) => ({
    ...call,
    clock,
    publicUrl,
    secrets,
  })
  const stopping = new AbortController()
  const caseFiles = createCaseFiles(deps)

  const send = (
    reply: FastifyReply,
    file: OpenCaseFile,
    { isSaved, policy = attachmentPolicy }: { readonly isSaved: boolean; readonly policy?: string },
  ) => {
    const disposition = formatAttachmentHeader(file.fileName)
    const isInline = file.isShown && !isSaved
    return sendBytes(reply, file.bytes, {
      signal: abortOnDisconnect(reply.raw, { stopping: stopping.signal }),
      headers: {
        'content-type': file.mediaType,
        'content-length': file.byteLength,
        'content-disposition': isInline
          ? disposition.replace(/^attachment/u, 'inline')
          : disposition,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'x-frame-options': policy === reportPolicy ? 'SAMEORIGIN' : 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      },
    })
  }

  mount(routes.radCase.files, (call) => listFiles(call, call.params.caseId))

  mountRaw(routes.radCase.file, async ({ db, actor, params }, reply) =>
    send(reply, await caseFiles.open({ db, actor }, params.id, stopping.signal), { isSaved: true }),
  )

  mountRaw(routes.radCase.fileThumbnail, async ({ db, actor, params }, reply) => {
    const bytes = await caseFiles.readThumbnail({ db, actor }, params.id, stopping.signal)
    return reply
      .type('image/jpeg')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=3600')
      .header('vary', 'authorization')
      .send(Buffer.from(bytes))
  })

  mount(routes.radCase.createFileTicket, async ({ db, actor, params }) => {
    const {
      id: caseFileId,
      caseId,
      clinicId,
    } = (await queries.find(db, params.id, actor.id)) ?? refuse('record/not-found')
    return createTicket({ db, actor, clock }, { caseId, clinicId, caseFileId })
  })

  mountRaw(routes.radCase.openedFile, async ({ params, query }, reply) => {
    const { db, userId, caseFileId, filePath, fileName } = await takeTicket(deps, params.ticket)
    const isSaved = query.save === '1'
    if (caseFileId !== null)
      return send(
        reply,
        await caseFiles.open({ db, actor: { id: userId } }, caseFileId, stopping.signal),
        { isSaved },
      )
    const { byteLength = 0 } =
      (filePath === null ? undefined : await deps.files.stat(filePath)) ?? {}
    const bytes = await openStored(deps.files, { filePath, byteLength })
    const pdf = { fileName, mediaType: 'application/pdf', isShown: true, byteLength, bytes }
    return send(reply, pdf, { isSaved, policy: reportPolicy })
  })

  mount(routes.radCase.addFiles, ({ form, params, ...call }) =>
    addFiles(deps.files, toContext(call), {
      caseId: params.id,
      received: form.files,
      areRadiographs: false,
    }),
  )

  mount(routes.radCase.cropAndSave, ({ form, ...call }) =>
    addFiles(deps.files, toContext(call), {
      caseId: form.fields.caseId,
      received: form.files,
      areRadiographs: true,
    }),
  )

  mount(routes.radCase.removeFile, (call) =>
    removeFile(deps.files, toContext(call), call.params.id),
  )

  return { stop: () => stopping.abort() }
}

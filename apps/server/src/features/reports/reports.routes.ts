import { refuse, routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { FastifyReply } from 'fastify'
import { refuseEmptyFiles } from '../../http/receive-form.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import { getDownloadsFolder, saveDownload } from '../images/index.ts'
import type { MetadataDeps } from '../images/index.ts'
import { createMeasurementList } from './content/measurements.service.ts'
import { addPicture, readPicture, renderPrinted } from './content/pictures.service.ts'
import { createPresentedViews } from './content/presented-view.ts'
import * as drafts from './drafts/drafts.service.ts'
import { createReport, listVersions, readSource } from './versions/create.service.ts'
import type { CreateDeps } from './versions/create.service.ts'
import { openPdf, uploadReport } from './versions/upload.service.ts'

export interface ReportDeps
  extends Omit<CreateDeps, 'listMeasurements' | 'findPresentedView' | 'stopping'>, MetadataDeps {
  readonly clock: Clock
  readonly downloadsFolder: string | undefined
  readonly dataFolder: string
}

const sendJpeg = (reply: FastifyReply, bytes: Uint8Array) =>
  reply.type('image/jpeg').header('x-content-type-options', 'nosniff').send(Buffer.from(bytes))

export function reportRoutes(mount: Mount, mountRaw: MountRaw, deps: ReportDeps) {
  const { clock } = deps
  const stopping = new AbortController()
  const listMeasurements = createMeasurementList(deps)
  const findPresentedView = createPresentedViews(deps)
  const createDeps = { ...deps, listMeasurements, findPresentedView, stopping: stopping.signal }

  mount(routes.report.drafts, (call) => drafts.list(call))
  mount(routes.report.draft, (call) => {
    // The editor reads its draft when it opens and every half minute: an idle worker ends later.
    deps.reportPool.warm()
    return drafts.read(call, call.params.studyId)
  })
  mount(routes.report.saveDraft, ({ params, body, ...call }) =>
    drafts.save({ ...call, clock }, params.studyId, body),
  )
  mount(routes.report.discardDraft, (call) =>
    drafts.discard({ ...call, clock }, call.params.studyId),
  )

  mount(routes.report.create, ({ params, body, ...call }) =>
    createReport(createDeps, { ...call, clock }, params.studyId, body),
  )
  mount(routes.report.versions, ({ db, params }) => listVersions(db, params.studyId))
  mount(routes.report.source, ({ db, params }) => readSource(db, params.id))
  mount(routes.report.measurements, async ({ db, params, query, language }) => [
    ...(await listMeasurements(db, params.studyId, query.language ?? language)),
  ])

  mount(routes.report.addPicture, ({ form, ...call }) => {
    refuseEmptyFiles(form.files)
    const [file] = form.files
    if (!file) refuse('request/malformed')
    return addPicture(deps, { ...call, clock }, form.fields.imageId, file)
  })
  mountRaw(routes.report.picture, async ({ db, params }, reply) =>
    sendJpeg(reply, await readPicture(deps, db, params.pictureId)),
  )
  mountRaw(routes.report.printedImage, async ({ db, params, query, language }, reply) => {
    const options = { language: query.language ?? language, signal: stopping.signal }
    return sendJpeg(reply, await renderPrinted(createDeps, db, params.imageId, options))
  })

  mount(routes.study.uploadReport, ({ form, ...call }) => {
    refuseEmptyFiles(form.files)
    const [file] = form.files
    if (!file) refuse('request/malformed')
    return uploadReport(deps, { ...call, clock }, { ...form.fields, file })
  })
  mount(routes.study.saveReportLocally, async ({ form, params, ...call }) => {
    refuseEmptyFiles(form.files)
    const [file] = form.files
    if (!file) refuse('request/malformed')
    const upload = { studyId: params.id, fileName: form.fields.fileName, file }
    const report = await uploadReport(deps, { ...call, clock }, upload)
    const bytes = await openPdf(deps.files, file)
    const saved = { fileName: report.fileName, bytes }
    return { ...report, savedAs: await saveDownload(getDownloadsFolder(deps), saved) }
  })

  return { stop: () => stopping.abort() }
}

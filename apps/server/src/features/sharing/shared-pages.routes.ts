import { parseAcceptLanguage, refuse } from '@talus/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Logger } from '@talus/node-kit/logger'
import type { FileStore } from '../../files/index.ts'
import { createErrorReply } from '../../http/error-reply.ts'
import type { ReportError } from '../../http/error-report.ts'
import { RunningDownloads, sendZip } from '../images/index.ts'
import type { GetJpeg, OutgoingFiles, RenderJpeg } from '../images/index.ts'
import {
  renderGalleryPage,
  renderImagePage,
  renderNoticePage,
  pagePolicy,
  renderPinPage,
} from './shared-page.ts'
import { sendSharedReport } from './shared-report.ts'
import { createSharedZip } from './shared-zip.ts'
import { hasPass, createPassCookie } from './visit-cookie.ts'
import * as visits from './visit.service.ts'
import type { VisitDeps } from './visit.service.ts'

export interface SharedPagesDeps extends VisitDeps {
  readonly basePath: string
  readonly publicUrl: string
  readonly files: FileStore
  readonly outgoing: OutgoingFiles
  readonly log: Logger
  readonly getJpeg: GetJpeg
  readonly renderJpeg: RenderJpeg
  readonly reportError: ReportError
  readonly publicCallsPerMinute: number
}

const Params = z.object({ token: z.string(), n: z.coerce.number().optional() })
const PinForm = z.object({ pin: z.string().max(32) })
const html = 'text/html; charset=utf-8'
const formType = 'application/x-www-form-urlencoded'
/** Stored thumbnails, and JPEGs in full size. */
const previewEdge = 512
const fullEdge = 8192
const pageHeaders = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'content-security-policy': pagePolicy,
  vary: 'accept-language, cookie',
}

/** Recipients of links never use the download slots of the clinic's users. */
const zipLimits = { perReader: 2, total: 6 }

/**
 * Pages for recipients of a link: outside of the API, without a sign-in, and without a script. A
 * link that is not open gets the same response, whatever the reason.
 */
export async function registerSharedPages(app: FastifyInstance, deps: SharedPagesDeps) {
  const { basePath, secrets, clock, getJpeg } = deps
  const base = `${basePath}shared/:token`
  const running = new RunningDownloads(zipLimits)
  const isSecure = deps.publicUrl.startsWith('https:')
  /**
   * Rate limits relative to the setting, 120 by default: a recipient opens a page, and the page
   * loads its images.
   */
  const perMinute = (part: number) => {
    const max = Math.ceil(deps.publicCallsPerMinute * part)
    return { exposeHeadRoute: false, config: { rateLimit: { max, timeWindow: '1 minute' } } }
  }
  const pathOf = (token: string) => `${basePath}shared/${token}`
  const language = (request: FastifyRequest) =>
    parseAcceptLanguage(request.headers['accept-language'])

  /** The share and its images, or undefined; `isLocked` until the PIN was entered. */
  async function findVisit(request: FastifyRequest) {
    const { token, n } = Params.parse(request.params)
    const share = await visits.findOpenShare(deps, token)
    if (!share) return undefined
    const { pinHash, id } = share
    const isLocked =
      pinHash !== null && !hasPass({ secrets, now: clock() }, request.headers.cookie, id)
    const image = share.images.find(({ position }) => position === n)
    const options = { language: language(request), path: pathOf(token) }
    return { share, image, isLocked, options }
  }
  async function findUnlockedVisit(request: FastifyRequest) {
    const visit = await findVisit(request)
    return visit && !visit.isLocked ? visit : refuse('record/not-found')
  }

  await app.register(async (pages) => {
    pages.addHook('onRequest', async (_request, reply) => {
      void reply.headers(pageHeaders)
    })
    pages.addContentTypeParser(
      formType,
      { parseAs: 'string', bodyLimit: 1024 },
      async (_request: FastifyRequest, body: string | Buffer) =>
        Object.fromEntries(new URLSearchParams(body.toString())),
    )
    pages.setErrorHandler((error, request, reply) => {
      const { status, retryAfterSeconds, isUnexpected } = createErrorReply(error, language(request))
      const page = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
      if (isUnexpected && error instanceof Error)
        deps.reportError({ source: 'server', message: error.message, stack: error.stack, page })
      if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
      const kind = status === 429 ? 'busy' : status >= 500 ? 'failed' : 'closed'
      return reply
        .code(kind === 'closed' ? 404 : status)
        .type(html)
        .send(renderNoticePage(language(request), kind))
    })

    pages.get(base, perMinute(0.5), async (request, reply) => {
      const { share, isLocked, options } = (await findVisit(request)) ?? refuse('record/not-found')
      if (isLocked) return reply.type(html).send(renderPinPage(options))
      await visits.recordOpening(deps, share, { address: request.ip })
      return reply.type(html).send(renderGalleryPage(share, options))
    })

    pages.post(base, perMinute(0.2), async (request, reply) => {
      const { share, options } = (await findVisit(request)) ?? refuse('record/not-found')
      const { path } = options
      if (share.pinHash === null) return reply.redirect(path, 303)
      const { pin } = PinForm.catch({ pin: '' }).parse(request.body)
      const outcome = await visits.checkPin(deps, share, { pin, address: request.ip })
      if (outcome !== 'right') {
        if (outcome.left === 0) refuse('record/not-found')
        return reply
          .code(403)
          .type(html)
          .send(renderPinPage({ ...options, left: outcome.left }))
      }
      const cookie = createPassCookie(
        { secrets, now: clock() },
        { shareId: share.id, path, isSecure },
      )
      return reply.header('set-cookie', cookie).redirect(path, 303)
    })

    pages.get(`${base}/:n(^\\d+$)`, perMinute(1), async (request, reply) => {
      const { share, image, options } = await findUnlockedVisit(request)
      if (!image?.hasPixels) refuse('record/not-found')
      return reply.type(html).send(renderImagePage(share, image, options))
    })

    const addJpegRoute = (folder: string, edge: number) =>
      pages.get(`${base}/${folder}/:n(^\\d+).jpg`, perMinute(10), async (request, reply) => {
        const { image } = await findUnlockedVisit(request)
        const jpeg = await getJpeg(image ?? refuse('record/not-found'), edge)
        const { buffer, byteOffset, byteLength } = jpeg
        return reply.type('image/jpeg').send(Buffer.from(buffer, byteOffset, byteLength))
      })
    addJpegRoute('preview', previewEdge)
    addJpegRoute('image', fullEdge)

    pages.get(`${base}/report/:n(^\\d+).pdf`, perMinute(1), async (request, reply) => {
      const { share, image } = await findUnlockedVisit(request)
      return sendSharedReport(deps, reply, { share, image })
    })

    const addZipRoute = (type: 'JPEG' | 'DICOM') =>
      pages.get(`${base}/${type.toLowerCase()}.zip`, perMinute(0.2), async (request, reply) => {
        const { share, options } = await findUnlockedVisit(request)
        const visitor = { address: request.ip, type }
        return sendZip(reply, { running, readerId: share.id }, async (signal) => {
          await visits.recordDownload(deps, share, visitor)
          return createSharedZip(deps, share, { type, signal, language: options.language })
        })
      })
    addZipRoute('JPEG')
    addZipRoute('DICOM')
  })

  return { stop: () => running.endAll() }
}

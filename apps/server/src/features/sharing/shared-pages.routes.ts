import { refuse } from '@talus/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FileStore } from '../../files/index.ts'
import { replyTo } from '../../http/error-reply.ts'
import type { ReportError } from '../../http/error-report.ts'
import { languageOf } from '../../http/words.ts'
import type { Logger } from '../../jobs/define-job.ts'
import { RunningDownloads, sendZip } from '../images/index.ts'
import type { MakePicture, RenderJpeg } from '../images/index.ts'
import { galleryPage, imagePage, noticePage, pagePolicy, pinPage } from './shared-page.ts'
import { sharedZip } from './shared-zip.ts'
import { hasPass, passCookie } from './visit-cookie.ts'
import * as visits from './visit.service.ts'
import type { VisitDeps } from './visit.service.ts'

export interface SharedPagesDeps extends VisitDeps {
  readonly basePath: string
  readonly publicUrl: string
  readonly files: FileStore
  readonly log: Logger
  readonly picture: MakePicture
  readonly renderJpeg: RenderJpeg
  readonly reportError: ReportError
  readonly publicCallsPerMinute: number
}

const Params = z.object({ token: z.string(), n: z.coerce.number().optional() })
const PinForm = z.object({ pin: z.string().max(32) })
const html = 'text/html; charset=utf-8'
const formType = 'application/x-www-form-urlencoded'
/** Kept thumbnails, and pictures as large as they are. */
const previewEdge = 512
const fullEdge = 8192
/** Strangers never take the places of the clinic's own people. */
const zipLimits = { perReader: 2, inAll: 6 }

/**
 * Pages for those who hold a link, and for nobody else: outside of the API, without a sign-in, and
 * without a script. What is not open is told in the same words, whatever the reason.
 */
export async function sharedPages(app: FastifyInstance, deps: SharedPagesDeps) {
  const { basePath, secrets, clock, picture } = deps
  const base = `${basePath}shared/:token`
  const running = new RunningDownloads(zipLimits)
  const isSecure = deps.publicUrl.startsWith('https:')
  /** By the setting, 120 unless told: a page is opened by a person, its pictures by the page. */
  const perMinute = (part: number) => {
    const max = Math.ceil(deps.publicCallsPerMinute * part)
    return { exposeHeadRoute: false, config: { rateLimit: { max, timeWindow: '1 minute' } } }
  }
  const pathOf = (token: string) => `${basePath}shared/${token}`
  const language = (request: FastifyRequest) => languageOf(request.headers['accept-language'])

  /** The share and its images, or nothing; `isLocked` until the PIN has been told. */
  async function visited(request: FastifyRequest) {
    const { token, n } = Params.parse(request.params)
    const share = await visits.openShare(deps, token)
    if (!share) return undefined
    const { pinHash, id } = share
    const isLocked =
      pinHash !== null && !hasPass({ secrets, now: clock() }, request.headers.cookie, id)
    const image = share.images.find(({ position }) => position === n)
    const options = { language: language(request), path: pathOf(token) }
    return { share, image, isLocked, options }
  }
  async function admitted(request: FastifyRequest) {
    const visit = await visited(request)
    return visit && !visit.isLocked ? visit : refuse('record/not-found')
  }

  await app.register(async (pages) => {
    pages.addHook('onRequest', async (_request, reply) => {
      void reply.headers({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
        'content-security-policy': pagePolicy,
        vary: 'accept-language, cookie',
      })
    })
    pages.addContentTypeParser(
      formType,
      { parseAs: 'string', bodyLimit: 1024 },
      async (_request: FastifyRequest, body: string | Buffer) =>
        Object.fromEntries(new URLSearchParams(body.toString())),
    )
    pages.setErrorHandler((error, request, reply) => {
      const { status, retryAfterSeconds, isUnexpected } = replyTo(error, language(request))
      const page = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
      if (isUnexpected && error instanceof Error)
        deps.reportError({ source: 'server', message: error.message, stack: error.stack, page })
      if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
      const kind = status === 429 ? 'busy' : status >= 500 ? 'failed' : 'closed'
      return reply
        .code(kind === 'closed' ? 404 : status)
        .type(html)
        .send(noticePage(language(request), kind))
    })

    pages.get(base, perMinute(0.5), async (request, reply) => {
      const { share, isLocked, options } = (await visited(request)) ?? refuse('record/not-found')
      if (isLocked) return reply.type(html).send(pinPage(options))
      await visits.opened(deps, share, { address: request.ip })
      return reply.type(html).send(galleryPage(share, options))
    })

    pages.post(base, perMinute(0.2), async (request, reply) => {
      const { share, options } = (await visited(request)) ?? refuse('record/not-found')
      const { path } = options
      if (share.pinHash === null) return reply.redirect(path, 303)
      const { pin } = PinForm.catch({ pin: '' }).parse(request.body)
      const outcome = await visits.tryPin(deps, share, { pin, address: request.ip })
      if (outcome !== 'right') {
        if (outcome.left === 0) refuse('record/not-found')
        return reply
          .code(403)
          .type(html)
          .send(pinPage({ ...options, left: outcome.left }))
      }
      const cookie = passCookie({ secrets, now: clock() }, { shareId: share.id, path, isSecure })
      return reply.header('set-cookie', cookie).redirect(path, 303)
    })

    pages.get(`${base}/:n(^\\d+$)`, perMinute(1), async (request, reply) => {
      const { share, image, options } = await admitted(request)
      if (!image?.hasPixels) refuse('record/not-found')
      return reply.type(html).send(imagePage(share, image, options))
    })

    const pictures = (folder: string, edge: number) =>
      pages.get(`${base}/${folder}/:n(^\\d+).jpg`, perMinute(10), async (request, reply) => {
        const { image } = await admitted(request)
        const jpeg = await picture(image ?? refuse('record/not-found'), edge)
        const { buffer, byteOffset, byteLength } = jpeg
        return reply.type('image/jpeg').send(Buffer.from(buffer, byteOffset, byteLength))
      })
    pictures('preview', previewEdge)
    pictures('image', fullEdge)

    const zips = (type: 'JPEG' | 'DICOM') =>
      pages.get(`${base}/${type.toLowerCase()}.zip`, perMinute(0.2), async (request, reply) => {
        const { share, options } = await admitted(request)
        const visitor = { address: request.ip, type }
        return sendZip(reply, { running, readerId: share.id }, async (signal) => {
          await visits.downloaded(deps, share, visitor)
          return sharedZip(deps, share, { type, signal, language: options.language })
        })
      })
    zips('JPEG')
    zips('DICOM')
  })

  return { stop: () => running.endAll() }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { refuse } from '@talus/contract'
import type { PageSettings } from '@talus/contract'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'

const marker = '<!--talus-settings-->'
const year = '1 year'

/** The name that the build gives to the script of a worker, perhaps compressed. */
const workerScript = /\.worker-[\w-]+\.js(?:\.\w+)?$/u
/**
 * A worker has the policy of its own script. WebAssembly is allowed there only: the workers of CT
 * stacks unpack slices with it, and a page never compiles any.
 */
const workerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"

/** `</script>` inside a value would end the block early. */
const toJsonBlock = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

interface WebPages {
  readonly folder: string
  readonly settings: Omit<PageSettings, 'needsSetUp'>
  /** Asked for every page, because the set-up ends while the server runs. */
  readonly needsSetUp: () => Promise<boolean>
}

/**
 * Serves the built web application. One build fits every base path: `<base>` sets the path, and the
 * page contains its settings, so that it needs no further request for them.
 */
export async function serveWebPages(
  app: FastifyInstance,
  { folder, settings, needsSetUp }: WebPages,
) {
  const { basePath } = settings
  const built = await readFile(join(folder, 'index.html'), 'utf8')
  if (!built.includes(marker)) throw new Error(`The web page has no ${marker} to put settings at`)
  const createPage = (given: PageSettings) =>
    built.replace(
      marker,
      `<base href="${basePath}"><script type="application/json" id="talus-settings">${toJsonBlock(given)}</script>`,
    )
  const page = createPage({ ...settings, needsSetUp: false })
  const emptySystemPage = createPage({ ...settings, needsSetUp: true })

  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: `${basePath}assets/`,
    preCompressed: true,
    immutable: true,
    maxAge: year,
    index: false,
    setHeaders: (reply, path) => {
      if (workerScript.test(path)) void reply.header('content-security-policy', workerPolicy)
    },
  })
  for (const file of ['favicon.svg'])
    app.get(`${basePath}${file}`, (_request, reply) =>
      reply.sendFile(file, folder, { maxAge: '1 day', immutable: false }),
    )

  const sendPage: RouteHandlerMethod = async (request, reply) => {
    // With the base path "/" this handler also receives requests for API routes that do not exist.
    if (request.url.toLowerCase().startsWith(settings.apiBase)) refuse('route/not-found')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send((await needsSetUp()) ? emptySystemPage : page)
  }
  app.get(basePath, sendPage)
  app.get(`${basePath}*`, sendPage)
  if (basePath !== '/') app.get('/', (_request, reply) => reply.redirect(basePath))
}

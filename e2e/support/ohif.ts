import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { root } from '../../tools/child.ts'
import { servers } from './servers.ts'

const version = '3.13.2'
const folder = join(root, `.cache/ohif-${version}`)
const dist = join(folder, 'package/dist')

/** Fetches OHIF as published on npm, and returns its folder; undefined if it cannot be fetched. */
export function fetchOhif(): string | undefined {
  if (existsSync(join(dist, 'index.html'))) return dist
  const fresh = `${folder}.${process.pid}`
  try {
    mkdirSync(fresh, { recursive: true })
    execFileSync('npm', ['pack', `@ohif/app@${version}`], { cwd: fresh, stdio: 'ignore' })
    execFileSync('tar', ['xzf', `ohif-app-${version}.tgz`], { cwd: fresh })
    renameSync(fresh, folder)
    return dist
  } catch {
    rmSync(fresh, { recursive: true, force: true })
    return existsSync(join(dist, 'index.html')) ? dist : undefined
  }
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

const settings = (
  dicomWebRoot: string,
) => `window.config = { routerBasename: '/', extensions: [], modes: [],
  showStudyList: true, showWarningMessageForCrossOrigin: false, showCPUFallbackMessage: false,
  dataSources: [{ namespace: '@ohif/extension-default.dataSourcesModule.dicomweb', sourceName: 'dicomweb',
    configuration: { friendlyName: 'Talus', name: 'talus', qidoRoot: '${dicomWebRoot}', wadoRoot: '${dicomWebRoot}',
      wadoUriRoot: '${dicomWebRoot}', qidoSupportsIncludeField: true, supportsFuzzyMatching: false,
      supportsWildcard: true, imageRendering: 'wadors', thumbnailRendering: 'wadors',
      enableStudyLazyLoad: true, omitQuotationForMultipartRequest: true,
      bulkDataURI: { enabled: true } } }],
  defaultDataSourceName: 'dicomweb' }`

/**
 * Serves OHIF and, below the path of our API, a proxy to our server. The proxy adds the token, as a
 * proxy of a clinic would. Its origin differs from the origin of the server.
 */
export async function serveOhif(ohif: string, token: string, api: string = servers.local.api) {
  const { origin, pathname: apiPath } = new URL(api)
  const requestedPaths: string[] = []
  const answeredPaths: string[] = []

  function forward(incoming: IncomingMessage, response: ServerResponse) {
    requestedPaths.push(incoming.url ?? '')
    const { accept = '*/*' } = incoming.headers
    const outgoing = request(
      `${origin}${incoming.url ?? ''}`,
      { headers: { accept, authorization: `Bearer ${token}` } },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.on('end', () => answeredPaths.push(incoming.url ?? ''))
        reply.pipe(response)
      },
    )
    outgoing.on('error', () => response.destroy())
    outgoing.end()
  }

  const server = createServer((incoming, response) => {
    const path = normalize(new URL(incoming.url ?? '/', 'http://ohif').pathname)
    if (path.startsWith(`${apiPath}dicom-web/`)) {
      forward(incoming, response)
      return
    }
    const isSettings = path === '/app-config.js'
    const asset = join(ohif, path)
    const file = extname(path) !== '' && existsSync(asset) ? asset : join(ohif, 'index.html')
    response.setHeader(
      'content-type',
      types[extname(isSettings ? path : file)] ?? 'application/octet-stream',
    )
    if (isSettings) response.end(settings(`${apiPath}dicom-web`))
    else createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requestedPaths,
    /** Requests of the API whose response has been read from our server. */
    answeredPaths,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestServer } from '../server/test-server.ts'

export interface DicomWebResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly json: () => unknown
  readonly parts: () => readonly DicomWebPart[]
}

export interface DicomWebPart {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

/** Splits a multipart body, independently of the code that writes it. */
export function splitParts(contentType: string, body: Buffer): readonly DicomWebPart[] {
  const boundary = /boundary="?([^";]+)"?/u.exec(contentType)?.[1] ?? ''
  const mark = Buffer.from(`--${boundary}`)
  const parts: DicomWebPart[] = []
  for (let at = body.indexOf(mark); at !== -1;) {
    const start = at + mark.length
    if (body.toString('latin1', start, start + 2) === '--') break
    const end = body.indexOf(Buffer.concat([Buffer.from('\r\n'), mark]), start)
    const headEnd = body.indexOf('\r\n\r\n', start)
    const lines = body.toString('latin1', start + 2, headEnd).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.split(':', 1)[0]?.toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    ) as Record<string, string>
    parts.push({ headers, bytes: body.subarray(headEnd + 4, end) })
    at = end + 2
  }
  return parts
}

/** Sends DICOMweb requests over a real connection, as other systems do. */
export async function openDicomWebClient(server: TestServer, token: string) {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const root = `http://127.0.0.1:${port}${server.config.apiBase}dicom-web`

  interface Options {
    readonly accept?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: Buffer | string
    readonly by?: string
  }
  function send(path: string, options: Options = {}): Promise<DicomWebResponse> {
    const { accept, headers, body, by = token } = options
    const { promise, resolve, reject } = Promise.withResolvers<DicomWebResponse>()
    const outgoing = request(
      path.startsWith('/api') ? `http://127.0.0.1:${port}${path}` : `${root}${path}`,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${by}`,
          ...(accept === undefined ? {} : { accept }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const whole = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: whole,
            json: () => JSON.parse(whole.toString()) as unknown,
            parts: () => splitParts(response.headers['content-type'] ?? '', whole),
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
    return promise
  }
  return { send, root, port }
}
export type DicomWebClient = Awaited<ReturnType<typeof openDicomWebClient>>

/** Imports a file through the HTTP API, as a user does. */
export async function importFile(server: TestServer, token: string, payload: Uint8Array) {
  const { statusCode, body } = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    payload: Buffer.from(payload),
  })
  return { status: statusCode, body }
}

import type { ServerResponse } from 'node:http'
import type { z } from 'zod'

const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const

export function sendText(
  response: ServerResponse,
  text: string,
  type = 'text/plain',
  headers: Readonly<Record<string, string>> = {},
) {
  response.writeHead(200, {
    ...commonHeaders,
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

/** Sends only the fields of the schema. */
export function sendJson<Shape extends z.ZodType>(
  response: ServerResponse,
  shape: Shape,
  value: z.input<Shape>,
) {
  sendText(response, JSON.stringify(shape.parse(value)), 'application/json')
}

export function sendNoContent(response: ServerResponse) {
  response.writeHead(204, commonHeaders)
  response.end()
}

export function sendRefusal(
  response: ServerResponse,
  status: number,
  body: Readonly<Record<string, unknown>>,
) {
  const text = JSON.stringify(body)
  // An unread rest of the body would be parsed as the next request.
  response.writeHead(status, {
    ...commonHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...(response.req.complete ? {} : { connection: 'close' }),
  })
  response.end(text)
}

export const getStreamHeaders = (type: string, length?: number) => ({
  ...commonHeaders,
  'content-type': type,
  ...(length === undefined ? {} : { 'content-length': length }),
})

import type { ServerResponse } from 'node:http'
import type { z } from 'zod'

const always = {
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
    ...always,
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

/** Cut to its schema: what is not agreed on does not leave. */
export function sendJson<Shape extends z.ZodType>(
  response: ServerResponse,
  shape: Shape,
  value: z.input<Shape>,
) {
  sendText(response, JSON.stringify(shape.parse(value)), 'application/json')
}

export function sendNothing(response: ServerResponse) {
  response.writeHead(204, always)
  response.end()
}

export function sendRefusal(
  response: ServerResponse,
  status: number,
  body: Readonly<Record<string, string>>,
) {
  const text = JSON.stringify(body)
  // The rest of a body that nobody reads would be taken for the next request.
  response.writeHead(status, {
    ...always,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...(response.req.complete ? {} : { connection: 'close' }),
  })
  response.end(text)
}

export const streamHeaders = (type: string, length?: number) => ({
  ...always,
  'content-type': type,
  ...(length === undefined ? {} : { 'content-length': length }),
})

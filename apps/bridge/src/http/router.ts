import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { refuse } from '../refusal.ts'

/**
 * The clients that may call a route: the server only, the simulator's panel as well, any client on
 * this computer, or a server of another computer that has no token yet.
 */
export type Access = 'server' | 'panel' | 'anyone' | 'pairing'

export interface Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  /** The values of the path's parameters, which begin with a colon. */
  readonly params: Readonly<Record<string, string>>
  readonly body: <Shape extends z.ZodType>(shape: Shape) => Promise<z.output<Shape>>
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly access: Access
  readonly handle: (call: Call) => void | Promise<void>
}

const bodyMax = 64_000

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/u.test(request.headers['content-type'] ?? ''))
    refuse('bridge/bad-request', 'content-type')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = z.instanceof(Buffer).parse(chunk)
    length += bytes.length
    if (length > bodyMax) refuse('bridge/too-large')
    chunks.push(bytes)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown
  } catch {
    return refuse('bridge/bad-request', 'JSON')
  }
}

export function parseOrRefuse<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return refuse('bridge/bad-request', `${issue?.path.join('.')} ${issue?.message}`.trim())
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split('/')
  const actual = path.split('/')
  if (expected.length !== actual.length) return undefined
  const parts: Record<string, string> = {}
  for (const [index, name] of expected.entries()) {
    const value = actual[index] ?? ''
    if (name.startsWith(':')) parts[name.slice(1)] = value
    else if (name !== value) return undefined
  }
  return parts
}

export function findRoute(routes: readonly Route[], method: string, path: string) {
  const matching = routes.flatMap((route) => {
    const parts = matchPath(route.path, path)
    return parts ? [{ route, parts }] : []
  })
  if (matching.length === 0) refuse('bridge/not-found')
  return matching.find(({ route }) => route.method === method) ?? refuse('bridge/method')
}

export const createCall = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  params: Readonly<Record<string, string>>,
): Call => ({
  request,
  response,
  url,
  params,
  body: async (shape) => parseOrRefuse(shape, await readBody(request)),
})

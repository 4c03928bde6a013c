import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { refuse } from '../refusal.ts'

/** Who may: the server alone; the panel of the simulator too; everybody on this machine. */
type Access = 'server' | 'panel' | 'anyone'

export interface Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  /** What stood in the places of the path that begin with a colon. */
  readonly parts: Readonly<Record<string, string>>
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
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    const bytes = z.instanceof(Buffer).parse(piece)
    length += bytes.length
    if (length > bodyMax) refuse('bridge/too-large')
    pieces.push(bytes)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString()) as unknown
  } catch {
    return refuse('bridge/bad-request', 'JSON')
  }
}

export function checked<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return refuse('bridge/bad-request', `${issue?.path.join('.')} ${issue?.message}`.trim())
}

function partsOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const parts: Record<string, string> = {}
  for (const [index, name] of wanted.entries()) {
    const value = given[index] ?? ''
    if (name.startsWith(':')) parts[name.slice(1)] = value
    else if (name !== value) return undefined
  }
  return parts
}

export function find(routes: readonly Route[], method: string, path: string) {
  const fitting = routes.flatMap((route) => {
    const parts = partsOf(route.path, path)
    return parts ? [{ route, parts }] : []
  })
  if (fitting.length === 0) refuse('bridge/not-found')
  return fitting.find(({ route }) => route.method === method) ?? refuse('bridge/method')
}

export const callOf = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  parts: Readonly<Record<string, string>>,
): Call => ({
  request,
  response,
  url,
  parts,
  body: async (shape) => checked(shape, await readBody(request)),
})

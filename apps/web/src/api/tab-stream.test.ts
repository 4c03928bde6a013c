import { ClinicId, SensorId } from '@talus/contract'
import type { EventTopic, TopicEvents } from '@talus/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const changes: EventTopic = { kind: 'changes', clinicId: ClinicId.parse(7) }
const sensor: EventTopic = { kind: 'sensor', sensorId: SensorId.parse(3) }
const generator: EventTopic = { kind: 'generator' }

/** The server: its open streams, and all requests with their topics. */
interface OpenStream {
  readonly send: <Name extends keyof TopicEvents>(event: Name, data: TopicEvents[Name]) => void
  readonly end: () => void
}
const server = {
  requests: [] as string[],
  open: [] as OpenStream[],
  followStatus: 204,
  openStatus: 200,
}
const storage = new Map<string, string>()

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(server, { requests: [], open: [], followStatus: 204, openStatus: 200 })
  storage.clear()
  storage.set('token', 'first')
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('document', {
    getElementById: () => ({
      textContent: JSON.stringify({ variant: 'local', basePath: '/', apiBase: '/api/' }),
    }),
    documentElement: { lang: 'en' },
  })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { method = '', signal, body, headers } = init
    if (body !== undefined && typeof body !== 'string') throw new Error('unexpected body')
    const token = new Headers(headers).get('authorization')
    if (method === 'PUT') {
      const { follow } = JSON.parse(body ?? '') as { readonly follow: string }
      server.requests.push(`PUT ${follow}`)
      return new Response(null, { status: server.followStatus })
    }
    const follow = new URL(address, 'http://server').searchParams.get('follow')
    server.requests.push(`GET ${follow}${token === 'Bearer first' ? '' : ` ${token}`}`)
    if (server.openStatus !== 200) return new Response('{}', { status: server.openStatus })
    return new Response(createBody(signal ?? undefined))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function createBody(signal: AbortSignal | undefined) {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const close = () => server.open.splice(server.open.indexOf(stream), 1)
      const stream: OpenStream = {
        send: (event, data) =>
          controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
        end: () => {
          close()
          controller.close()
        },
      }
      server.open.push(stream)
      stream.send('stream', { id: 'one' })
      signal?.addEventListener('abort', () => {
        close()
        controller.error(signal.reason)
      })
    },
  })
}

const settle = (ms = 100) => vi.advanceTimersByTimeAsync(ms)

async function load() {
  vi.resetModules()
  const { subscribeToStream } = await import('./event-stream.ts')
  const { createLineReader } = await import('./stream-parser.ts')
  const { resetSessionState } = await import('../session-state.ts')
  const { storeToken } = await import('./token.ts')
  const follow = (topic: EventTopic) => {
    const events: string[] = []
    const end = new AbortController()
    const listener = {
      createReader: () => createLineReader((line) => events.push(line)),
      onOpen: () => events.push('[open]'),
      onClose: (error: unknown) =>
        events.push(`[close ${String(error instanceof Error && Reflect.get(error, 'status'))}]`),
      maxWaitMs: 5000,
    }
    void subscribeToStream(topic, listener, end.signal)
    return { events, stop: () => end.abort() }
  }
  return { follow, resetSessionState, storeToken }
}

test('all topics of a tab share one connection, and each gets its own events', async () => {
  const { follow } = await load()
  const topics = [follow(changes), follow(sensor), follow(generator)]
  await settle()
  expect(server.requests).toEqual(['GET 1:changes:7,2:sensor:3,3:generator'])
  const [stream] = server.open
  for (const key of [1, 2, 3]) stream?.send('open', { key })
  stream?.send('text', { key: 3, text: 'kv:60\nma' })
  stream?.send('text', { key: 1, text: 'revision\n' })
  stream?.send('text', { key: 3, text: ':100\n' })
  await settle()
  expect(topics.map(({ events }) => events)).toEqual([
    ['[open]', 'revision'],
    ['[open]'],
    ['[open]', 'kv:60', 'ma:100'],
  ])
})

test('another topic is added to the open connection, and the last one closes it', async () => {
  const { follow } = await load()
  const first = follow(changes)
  await settle()
  const second = follow(sensor)
  await settle()
  expect([server.requests, server.open.length]).toEqual([
    ['GET 1:changes:7', 'PUT 1:changes:7,2:sensor:3'],
    1,
  ])
  first.stop()
  await settle()
  expect(server.requests.at(-1)).toBe('PUT 2:sensor:3')
  second.stop()
  await settle()
  expect([server.requests.length, server.open.length]).toEqual([3, 0])
  expect([...first.events, ...second.events]).toEqual([])
})

test('a page that replaces another one keeps the connection', async () => {
  const { follow } = await load()
  const old = follow(changes)
  await settle()
  old.stop()
  const next = follow(changes)
  await settle()
  expect(server.requests).toEqual(['GET 1:changes:7', 'PUT 2:changes:7'])
  server.open[0]?.send('open', { key: 2 })
  server.open[0]?.send('text', { key: 1, text: 'of the old page\n' })
  server.open[0]?.send('text', { key: 2, text: 'revision\n' })
  await settle()
  expect([old.events, next.events]).toEqual([[], ['[open]', 'revision']])
})

test('a refused topic is final, a topic that ends is opened again, and the others continue', async () => {
  const { follow } = await load()
  const [records, panel, tube] = [follow(changes), follow(sensor), follow(generator)]
  await settle()
  const [stream] = server.open
  const reply = { code: 'device/no-generator', message: 'No generator.' } as const
  stream?.send('close', { key: 3, error: { status: 501, reply } })
  stream?.send('open', { key: 2 })
  stream?.send('close', { key: 2 })
  await settle()
  expect([tube.events, panel.events]).toEqual([['[close 501]'], ['[open]', '[close false]']])
  expect(server.requests).toHaveLength(1)
  await settle(1000)
  expect(server.requests.slice(1)).toEqual(['PUT 1:changes:7,4:sensor:3'])
  const away = { code: 'device/unavailable', message: 'Not available.' } as const
  stream?.send('close', { key: 4, error: { status: 503, reply: away } })
  await settle(1000)
  expect(server.requests).toHaveLength(2)
  await settle(1100)
  expect(server.requests.slice(2)).toEqual(['PUT 1:changes:7,5:sensor:3'])
  expect([records.events, tube.events, server.open.length]).toEqual([[], ['[close 501]'], 1])
})

test('a connection that ends closes every topic, and one connection replaces it', async () => {
  const { follow } = await load()
  const topics = [follow(changes), follow(sensor)]
  await settle()
  server.open[0]?.end()
  await settle()
  expect(topics.map(({ events }) => events)).toEqual([['[close false]'], ['[close false]']])
  await settle(1000)
  expect([server.requests.slice(1), server.open.length]).toEqual([
    ['GET 3:changes:7,4:sensor:3'],
    1,
  ])
})

test('a server that does not know the connection gets a new one with all topics', async () => {
  const { follow } = await load()
  const records = follow(changes)
  await settle()
  server.open[0]?.send('open', { key: 1 })
  server.followStatus = 404
  const panel = follow(sensor)
  await settle()
  expect(server.requests.slice(1)).toEqual([
    'PUT 1:changes:7,2:sensor:3',
    'GET 3:changes:7,4:sensor:3',
  ])
  server.open[0]?.send('open', { key: 3 })
  server.open[0]?.send('text', { key: 3, text: 'revision\n' })
  await settle()
  expect([records.events, panel.events, server.open.length]).toEqual([
    ['[open]', '[open]', 'revision'],
    [],
    1,
  ])
})

test('a forbidden stream is not requested again', async () => {
  server.openStatus = 403
  const { follow } = await load()
  const { events } = follow(changes)
  await settle(60_000)
  expect([events, server.requests.length]).toEqual([['[close 403]'], 1])
})

test('a sign-out closes the connection at once, and the next user gets another one', async () => {
  const { follow, resetSessionState, storeToken } = await load()
  const { events } = follow(sensor)
  await settle()
  resetSessionState('signed-out')
  await settle()
  expect([events, server.open.length]).toEqual([['[close 0]'], 0])
  await settle(1000)
  // Without a token nothing is requested: the response would sign out again.
  expect(server.requests).toHaveLength(1)
  storeToken('second')
  await settle(2000)
  expect(server.requests.slice(1)).toEqual(['GET 3:sensor:3 Bearer second'])
})

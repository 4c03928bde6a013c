import { ClinicId } from '@talus/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const settings = JSON.stringify({ variant: 'local', basePath: '/', apiBase: '/api/' })
const page = { isHidden: false, hasFocus: true }
const listeners = new Map<string, Set<() => void>>()
const events = {
  addEventListener: (type: string, listener: () => void) =>
    void listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
  removeEventListener: (type: string, listener: () => void) =>
    void listeners.get(type)?.delete(listener),
}
/** Changes the state of the page as a browser does. */
function change(state: Partial<typeof page>, type: 'focus' | 'blur' | 'visibilitychange') {
  Object.assign(page, state)
  for (const listener of listeners.get(type) ?? []) listener()
}

interface FakeInit {
  readonly body?: string
  readonly signal: AbortSignal
}

/** Sends a revision, for another key if the topic was replaced. */
type SendTo = (revision: number, key?: number) => void
/** A server that sends its revision first, and later changes to open streams. */
const server = { revision: 1, requests: 0, open: new Set<SendTo>() }
const send = (revision: number) => {
  server.revision = revision
  for (const sendTo of server.open) sendTo(revision)
}

function createStream(firstKey: number, signal: AbortSignal) {
  const encoder = new TextEncoder()
  let key = firstKey
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const sendEvent = (event: string, data: object) =>
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
      const sendTo: SendTo = (revision, newKey = key) => {
        key = newKey
        sendEvent('text', { key, text: `event: revision\ndata: ${revision}\n\n` })
      }
      server.open.add(sendTo)
      sendEvent('stream', { id: 'one' })
      sendTo(server.revision)
      signal.addEventListener('abort', () => {
        server.open.delete(sendTo)
        controller.error(signal.reason)
      })
    },
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  listeners.clear()
  Object.assign(page, { isHidden: false, hasFocus: true })
  Object.assign(server, { revision: 1, requests: 0, open: new Set() })
  vi.stubGlobal('window', events)
  vi.stubGlobal('document', {
    ...events,
    get hidden() {
      return page.isHidden
    },
    hasFocus: () => page.hasFocus,
    getElementById: () => ({ textContent: settings }),
    documentElement: { lang: 'en' },
  })
  vi.stubGlobal('localStorage', { getItem: () => 'token', setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', async (address: string, { body, signal }: FakeInit) => {
    server.requests += 1
    const key = Number(/(?:follow=|:")(\d+)/u.exec(body ?? address)?.[1])
    if (body === undefined) return new Response(createStream(key, signal))
    // The topic of the open stream is replaced.
    for (const sendTo of server.open) sendTo(server.revision, key)
    return new Response(null, { status: 204 })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function watch() {
  vi.resetModules()
  const { watchRevision } = await import('./watch-revision.ts')
  const revisions: string[] = []
  const stop = watchRevision({ kind: 'changes', clinicId: ClinicId.parse(7) }, (revision) =>
    revisions.push(revision),
  )
  await settle()
  return { revisions, stop }
}
const settle = () => vi.advanceTimersByTimeAsync(100)

test('a page with the focus keeps one stream', async () => {
  const { revisions, stop } = await watch()
  send(2)
  await vi.advanceTimersByTimeAsync(20_000)
  expect([revisions, server.requests, server.open.size]).toEqual([['1', '2'], 1, 1])
  stop()
  await settle()
  expect(server.open.size).toBe(0)
})

test('a visible page without the focus asks every five seconds and holds no connection', async () => {
  const { revisions, stop } = await watch()
  change({ hasFocus: false }, 'blur')
  await settle()
  expect([server.requests, server.open.size]).toEqual([2, 0])
  send(2)
  await vi.advanceTimersByTimeAsync(4000)
  expect(revisions.at(-1)).toBe('1')
  await vi.advanceTimersByTimeAsync(1000)
  expect([revisions.at(-1), server.requests, server.open.size]).toEqual(['2', 3, 0])
  stop()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(server.requests).toBe(3)
})

test('a page that gets the focus reconnects at once, and stops asking', async () => {
  page.hasFocus = false
  const { revisions } = await watch()
  send(2)
  change({ hasFocus: true }, 'focus')
  await settle()
  expect([revisions.at(-1), server.open.size]).toEqual(['2', 1])
  await vi.advanceTimersByTimeAsync(20_000)
  expect([server.requests, server.open.size]).toEqual([2, 1])
})

test('a hidden page does nothing until it is visible', async () => {
  const { revisions } = await watch()
  change({ isHidden: true, hasFocus: false }, 'visibilitychange')
  send(2)
  await vi.advanceTimersByTimeAsync(20_000)
  expect([revisions, server.requests, server.open.size]).toEqual([['1'], 1, 0])
  change({ isHidden: false }, 'visibilitychange')
  await settle()
  expect([revisions, server.open.size]).toEqual([['1', '2'], 0])
})

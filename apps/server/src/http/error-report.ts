import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'

/** One place for what nobody expected, from the server and from browsers. */
export interface UnexpectedError {
  readonly source: 'server' | 'browser'
  readonly message: string
  readonly stack?: string | undefined
  readonly page?: string | undefined
}

export type ReportError = (error: UnexpectedError) => void

/** What was thrown, as it is reported. */
export const thrown = (error: unknown): Pick<UnexpectedError, 'message' | 'stack'> =>
  error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error) }

const sendTimeoutMs = 5000

/**
 * Logs, and sends to a Sentry-compatible address where one is set. A slow or absent address must
 * not slow the product down, so nothing waits for it and at most a few are under way.
 */
export function errorReporter(settings: {
  readonly log: FastifyBaseLogger
  readonly dsn: string | undefined
  readonly release: string
  readonly environment: string
}): {
  readonly reportError: ReportError
  /** When what is under way has come or failed, each within a few seconds: before the process ends. */
  readonly delivered: () => Promise<unknown>
} {
  const send = settings.dsn === undefined ? undefined : envelopeSender(settings.dsn)
  const underWay = new Set<Promise<void>>()
  const reportError: ReportError = (error) => {
    settings.log.error(
      { source: error.source, page: error.page, stack: error.stack },
      error.message,
    )
    if (!send || underWay.size >= 4) return
    const sending = send(error, settings)
      .catch((failure: unknown) => settings.log.warn({ failure }, 'error report not delivered'))
      .finally(() => underWay.delete(sending))
    underWay.add(sending)
  }
  return { reportError, delivered: () => Promise.all(underWay) }
}

function envelopeSender(dsn: string) {
  const { protocol, host, username: key, pathname } = new URL(dsn)
  const project = pathname.split('/').findLast((part) => part !== '') ?? ''
  const address = `${protocol}//${host}/api/${project}/envelope/`
  return async (
    error: UnexpectedError,
    { release, environment }: { readonly release: string; readonly environment: string },
  ) => {
    const id = randomUUID().replaceAll('-', '')
    const sentAt = new Date().toISOString()
    const event = {
      event_id: id,
      timestamp: sentAt,
      platform: error.source === 'browser' ? 'javascript' : 'node',
      level: 'error',
      release,
      environment,
      tags: { source: error.source },
      // The text alone: values around it may hold names of owners.
      exception: { values: [{ type: 'Error', value: error.message }] },
      extra: { stack: error.stack },
    }
    const lines = [{ event_id: id, sent_at: sentAt, dsn }, { type: 'event' }, event]
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(sendTimeoutMs),
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${key}, sentry_client=talus/1.0`,
      },
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
  }
}

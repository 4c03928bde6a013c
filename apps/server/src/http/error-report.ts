import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'

/**
 * An unexpected error of the server or of a browser, in the form in which it is logged and
 * reported.
 */
export interface UnexpectedError {
  readonly source: 'server' | 'browser'
  readonly message: string
  readonly stack?: string | undefined
  readonly page?: string | undefined
}

export type ReportError = (error: UnexpectedError) => void

/** Message and stack of any thrown value. */
export const describeError = (error: unknown): Pick<UnexpectedError, 'message' | 'stack'> =>
  error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error) }

const sendTimeoutMs = 5000

/**
 * Logs errors, and sends them to a Sentry-compatible address if one is set. A slow or unreachable
 * address must not slow the server down, so no request waits for it and at most four are pending.
 */
export function createErrorReporter(settings: {
  readonly log: FastifyBaseLogger
  readonly dsn: string | undefined
  readonly release: string
  readonly environment: string
}): {
  readonly reportError: ReportError
  /**
   * Waits before the process ends until the pending reports are delivered or have failed, each
   * within a few seconds.
   */
  readonly flushReports: () => Promise<unknown>
} {
  const send = settings.dsn === undefined ? undefined : createEnvelopeSender(settings.dsn)
  const pending = new Set<Promise<void>>()
  const reportError: ReportError = (error) => {
    settings.log.error(
      { source: error.source, page: error.page, stack: error.stack },
      error.message,
    )
    if (!send || pending.size >= 4) return
    const sending = send(error, settings)
      .catch((failure: unknown) => settings.log.warn({ failure }, 'error report not delivered'))
      .finally(() => pending.delete(sending))
    pending.add(sending)
  }
  return { reportError, flushReports: () => Promise.all(pending) }
}

function createEnvelopeSender(dsn: string) {
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
      // Only the message: other values may contain names of owners.
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

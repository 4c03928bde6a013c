import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { startErrorListener } from '../testing/network/error-listener.ts'
import { createErrorReporter } from './error-report.ts'

afterEach(() => vi.restoreAllMocks())

const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
const settings = { log, release: 'V 1.0.0', environment: 'test' }

test('an unexpected error is logged and sent to the address that is set', async () => {
  const listener = await startErrorListener()
  const { reportError, flushReports } = createErrorReporter({ ...settings, dsn: listener.address })
  reportError({ source: 'server', message: 'it broke', stack: 'at line 7', page: 'GET /study' })
  await flushReports()
  await listener.close()
  expect(listener.reports).toMatchObject([
    {
      path: '/api/42/envelope/',
      auth: expect.stringContaining('sentry_key=publickey'),
      event: {
        platform: 'node',
        release: 'V 1.0.0',
        environment: 'test',
        tags: { source: 'server' },
        exception: { values: [{ value: 'it broke' }] },
        extra: { stack: 'at line 7' },
      },
    },
  ])
  expect(logged.join('')).toContain('it broke')
})

test('without an address an unexpected error is logged and not sent', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { reportError, flushReports } = createErrorReporter({ ...settings, dsn: undefined })
  reportError({ source: 'browser', message: 'x is undefined' })
  await flushReports()
  expect(fetched).not.toHaveBeenCalled()
  expect(logged.join('')).toContain('x is undefined')
})

test('a report to an unreachable address is logged as not delivered', async () => {
  const listener = await startErrorListener()
  await listener.close()
  const { reportError, flushReports } = createErrorReporter({ ...settings, dsn: listener.address })
  reportError({ source: 'server', message: 'it broke' })
  await flushReports()
  expect(logged.join('')).toContain('error report not delivered')
})

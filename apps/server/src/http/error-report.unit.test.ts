import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { errorListener } from '../testing/error-listener.ts'
import { errorReporter } from './error-report.ts'

afterEach(() => vi.restoreAllMocks())

const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
const settings = { log, release: 'V 1.0.0', environment: 'test' }

test('an unexpected error is logged and sent to the address that is set', async () => {
  const listener = await errorListener()
  const { reportError, delivered } = errorReporter({ ...settings, dsn: listener.address })
  reportError({ source: 'server', message: 'it broke', stack: 'at line 7', page: 'GET /study' })
  await delivered()
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

test('without an address it is logged, and nothing leaves', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { reportError, delivered } = errorReporter({ ...settings, dsn: undefined })
  reportError({ source: 'browser', message: 'x is undefined' })
  await delivered()
  expect(fetched).not.toHaveBeenCalled()
  expect(logged.join('')).toContain('x is undefined')
})

test('an address that is gone is told to the log, and harms nobody', async () => {
  const listener = await errorListener()
  await listener.close()
  const { reportError, delivered } = errorReporter({ ...settings, dsn: listener.address })
  reportError({ source: 'server', message: 'it broke' })
  await delivered()
  expect(logged.join('')).toContain('error report not delivered')
})

import { setTimeout as sleep } from 'node:timers/promises'
import { limits, routes } from '@talus/contract'
import { sql } from 'kysely'
import type { UnscopedDb } from '../db/open.ts'
import { SilentDatabaseError } from '../db/outage.ts'
import type { ReportError } from './error-report.ts'
import type { Mount } from './mount.ts'

/** A supervisor must learn soon that the database does not answer. */
const healthMs = 2500

async function failAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new SilentDatabaseError()
}

/** The only route of a server without the role `web`, so that it can be supervised. */
export function healthRoute(mount: Mount, { unscopedDb }: { readonly unscopedDb: UnscopedDb }) {
  mount(routes.system.health, async () => {
    await Promise.race([sql`select 1`.execute(unscopedDb), failAfter(healthMs)])
    return { status: 'ok' as const }
  })
}

/** Receives the error reports of browsers. */
export function errorReportRoute(
  mount: Mount,
  { reportError }: { readonly reportError: ReportError },
) {
  let windowStart = 0
  let count = 0
  mount(routes.system.reportError, async ({ body }) => {
    if (performance.now() - windowStart > 60_000) [windowStart, count] = [performance.now(), 0]
    count += 1
    // Strangers with many addresses must not fill the log.
    if (count <= 10 * limits.clientErrorsPerMinute) reportError({ source: 'browser', ...body })
  })
}

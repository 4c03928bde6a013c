import { routes } from '@talus/contract'
import { sql } from 'kysely'
import type { UnscopedDb } from '../db/open.ts'
import type { ReportError } from './error-report.ts'
import type { Mount } from './mount.ts'

/**
 * Health and error reports; app.ts mounts the documentation last, when all built routes are known.
 */
export function systemRoutes(
  mount: Mount,
  {
    unscopedDb,
    reportError,
  }: { readonly unscopedDb: UnscopedDb; readonly reportError: ReportError },
) {
  mount(routes.system.health, async () => {
    await sql`select 1`.execute(unscopedDb)
    return { status: 'ok' as const }
  })

  mount(routes.system.reportError, async ({ body }) => {
    reportError({ source: 'browser', ...body })
  })
}

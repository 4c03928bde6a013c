import { limits, routes } from '@talus/contract'
import type { ReportError } from './error-report.ts'
import type { Mount } from './mount.ts'
import { createReadinessCheck } from './readiness.ts'
import type { ReadinessDeps } from './readiness.ts'

/** The only routes of a server without the role `web`, so that it can be supervised. */
export function healthRoutes(mount: Mount, deps: ReadinessDeps) {
  const checkReadiness = createReadinessCheck(deps)
  const ready = async () => {
    await checkReadiness()
    return { status: 'ok' as const }
  }
  mount(routes.system.live, async () => ({ status: 'ok' as const }))
  mount(routes.system.ready, ready)
  mount(routes.system.health, ready)
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

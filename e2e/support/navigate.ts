import type { Page } from '@playwright/test'
import { servers } from './servers.ts'

/**
 * Navigates as a link inside the application does. The same guards and pages run as for
 * `page.goto`, which spends most of its time on loading the application again.
 */
export const navigateInApp = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, new URL(address, servers.local.base).href)

import type { Page } from '@playwright/test'
import { servers } from './servers.ts'

/**
 * Goes to an address as a link inside the application does: guards and pages are those of an address
 * that is opened afresh, which takes most of its time to load the application again.
 */
export const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, new URL(address, servers.local.base).href)

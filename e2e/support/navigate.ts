import { expect, type Page } from '@playwright/test'
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

/** Whether the page shows the application already. */
export const isInApp = (page: Page) => page.url().startsWith(servers.local.base)

/**
 * Opens an address for the next part of a test. Only the first part loads the application. A part
 * that opens the page that is shown leaves it first, so that it starts anew.
 */
export async function openPage(page: Page, address: string) {
  if (!isInApp(page)) {
    await page.goto(address)
    return
  }
  if (new URL(address, servers.local.base).pathname === new URL(page.url()).pathname) {
    const title = await page.title()
    await navigateInApp(page, 'no-such-page')
    await expect(page).not.toHaveTitle(title)
  }
  await navigateInApp(page, address)
}

import { expect, type Page } from '@playwright/test'

/** The name of the map region that has the focus. */
export const getFocusedRegion = (page: Page) =>
  page.evaluate(() =>
    document.activeElement?.role === 'option'
      ? (document.activeElement.ariaLabel ?? '')
      : undefined,
  )

/** Presses Tab until a region of the map has the focus, and returns its name. */
export async function tabToMap(page: Page): Promise<string> {
  await expect(page.getByRole('option').first()).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const name = await getFocusedRegion(page)
    if (name !== undefined) return name
  }
  throw new Error('Tab never reaches the map')
}

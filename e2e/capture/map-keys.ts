import { expect, type Page } from '@playwright/test'

/** The region of a map that has the focus. */
export const focusedRegion = (page: Page) =>
  page.evaluate(() =>
    document.activeElement?.role === 'option'
      ? (document.activeElement.ariaLabel ?? '')
      : undefined,
  )

/** Tab until something in the map has the focus; what it is called. */
export async function tabToMap(page: Page): Promise<string> {
  await expect(page.getByRole('option').first()).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const name = await focusedRegion(page)
    if (name !== undefined) return name
  }
  throw new Error('Tab never reaches the map')
}

import type { Page } from '@playwright/test'
import { doubleClickMs } from '../../apps/web/src/ui/modals/pointer-guard.ts'

/** Presses Tab until the element with this name has the focus, as a keyboard user does. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await page.waitForFunction(
    (label) =>
      [...document.querySelectorAll('a, button, input, [tabindex]')].some(
        (element) => (element.getAttribute('aria-label') ?? element.textContent).trim() === label,
      ),
    name,
  )
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim()
    })
    if (focused === name) return
  }
  throw new Error(`Tab never reaches ${name}`)
}

/** A keyboard user must see which element has the focus. */
export const isFocusVisible = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })

/**
 * Waits as long as a person does before the next press: the page ignores the second press of a double
 * press that has changed what is shown.
 */
export const waitForDeliberatePress = (page: Page) => page.waitForTimeout(doubleClickMs + 50)

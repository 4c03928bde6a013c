import type { Page } from '@playwright/test'
import { test } from '../support/clinic-records.ts'
import { dialog, pageUrl, expect } from '../support/fixtures.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

test.use({ language: 'en' })

/**
 * Presses a point of the page a second time, in the page itself: as soon as the dialog is
 * removed. A press through the browser's remote interface would come too late on a busy computer.
 * Records whether the press or its click reached anything.
 */
const pressAfterClosing = (page: Page, point: { readonly x: number; readonly y: number }) =>
  page.evaluate(({ x, y }) => {
    const recorded = { isPressed: false, clicks: [] as string[] }
    Object.assign(globalThis, { recorded })
    document.addEventListener('click', ({ type }) => recorded.clicks.push(type))
    const init = { clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true }
    const press = () => {
      recorded.clicks.length = 0
      const target = document.elementFromPoint(x, y)
      const pointer = { ...init, isPrimary: true, pointerType: 'mouse', pointerId: 1 }
      target?.dispatchEvent(new PointerEvent('pointerdown', pointer))
      target?.dispatchEvent(new MouseEvent('mousedown', { ...init, detail: 2 }))
      target?.dispatchEvent(new PointerEvent('pointerup', pointer))
      target?.dispatchEvent(new MouseEvent('mouseup', { ...init, detail: 2 }))
      target?.dispatchEvent(new MouseEvent('click', { ...init, detail: 2 }))
      recorded.isPressed = true
    }
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=dialog]:not([popover])') !== null) return
      observer.disconnect()
      setTimeout(press)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }, point)

interface RecordedPress {
  readonly isPressed: boolean
  readonly clicks: readonly string[]
}

const readRecorded = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { readonly recorded: RecordedPress }).recorded)

test('a double click on Delete deletes the study, and its second click hits nothing behind the dialog', async ({
  page,
  records,
  t,
}) => {
  const names = ['Rex', 'Milo', 'Bella', 'Luna', 'Max', 'Nala', 'Otto', 'Paco']
  for (const name of names) await records.createStudy(await records.createPatient(name))
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  await page.getByRole('row', { name: /Rex/u }).click()
  await button(page, t('studies:action.delete')).click()
  const confirming = button(dialog(page, t('studies:delete.title')), t('common:action.delete'))
  // Waits until the dialog stands still.
  await confirming.hover()
  await waitForDeliberatePress(page)
  const box = await confirming.boundingBox()
  const point = {
    x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
    y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
  }
  await pressAfterClosing(page, point)
  await page.mouse.click(point.x, point.y)
  await expect(page.getByRole('row', { name: /Rex/u })).toContainText(t('studies:deleted'))
  await expect.poll(() => readRecorded(page)).toEqual({ isPressed: true, clicks: [] })
  await expect(page).toHaveURL(pageUrl('studylist'))
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A deliberate click at another place works at once.
  await page.getByRole('row', { name: /Milo/u }).click()
  await expect(page.getByRole('row', { name: /Milo/u })).toHaveAttribute('aria-selected', 'true')
})

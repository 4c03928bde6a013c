import type { Locator } from '@playwright/test'
import { storeImage } from '../pages/viewer-page.ts'
import { createWriter, openReport } from '../pages/report-page.ts'
import { button, signInAs, toast } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { changeUser, dialog, expect } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

/** Whether nothing is drawn over the middle of the element. */
const isOnTop = (element: Locator) =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    // A hint ignores no pointer, so the browser finds it there if it is the topmost element.
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return found !== null && node.contains(found)
  })

test('toasts and hints are shown above dialogs', async ({ page, records, clinicFixture, t }) => {
  await signInAs(page, records.clinic.admin)
  await page.goto('settings/reports')
  await test.step('a toast is shown above a dialog', async () => {
    await page.getByText(t('report:settings.portrait'), { exact: true }).click()
    const saved = toast(page, t('report:settings.saved'))
    await expect(saved).toBeVisible()
    await button(page, t('report:settings.addTemplate')).click()
    await expect(dialog(page, t('report:settings.addTemplate'))).toBeVisible()
    expect(await isOnTop(saved)).toBe(true)
  })

  await test.step('the reason of a disabled button is shown above its dialog', async () => {
    await storeImage(records, 1)
    const writer = await createWriter(records, clinicFixture.createUser)
    await changeUser(page, writer.username, t)
    await openReport(page, t)
    await page.getByRole('radiogroup').getByText('1 image', { exact: true }).click()
    await page.getByRole('button', { name: t('report:slot.choose', { number: 1 }) }).click()
    const picker = dialog(page, t('report:picker.title'))
    await waitForDeliberatePress(page)
    await button(picker, t('report:picker.confirm')).hover()
    const hint = page.locator('[data-hint-layer]')
    await expect(hint).toHaveText(t('report:picker.noneSelected'))
    expect(await isOnTop(hint)).toBe(true)
  })
})

import { test } from '../support/clinic-records.ts'
import { dialog, expect, expectAccessible } from '../support/fixtures.ts'
import { button, toast } from '../support/clinic-fixture.ts'
import { viewportAt, openViewer, storeStudy } from '../pages/viewer-page.ts'

test('a length is measured by keyboard, and the keyboard help lists the keys', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  await storeStudy(records, 1)
  await openViewer(page, records.clinic.admin)
  await page.keyboard.press('?')
  const sheet = dialog(page, t('common:keys.title'))
  for (const key of ['draw', 'point', 'move', 'delete', 'leave'] as const)
    await expect(sheet).toContainText(t(`viewerPanel:keys.${key}`))
  await expect(sheet).toContainText(t('common:keys.everywhere'))
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  const layer = viewportAt(page, t, 1, 1).getByRole('application')
  const labels = page.locator('svg[data-drawings-of] text')
  await page.keyboard.press('l')
  await expect(layer).toBeFocused()
  await page.keyboard.press('Enter')
  // Nothing is saved where the user has not placed it.
  await page.keyboard.press('Enter')
  await expect(toast(page, t('measure:refused.notPlaced'))).toBeVisible()
  await expect(labels).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const before = await labels.first().textContent()
  expect(before).toMatch(/\d mm$/u)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(labels.first()).not.toHaveText(before ?? '')
  await page.keyboard.press('Delete')
  await expect(labels).toHaveCount(0)

  // Selecting a tool by its key makes hidden drawings visible.
  const hide = button(page, t('viewerPanel:drawings'))
  await page.keyboard.press('s')
  await expect(hide).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('l')
  await expect(hide).toHaveAttribute('aria-pressed', 'false')
})

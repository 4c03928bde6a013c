import { test } from '../clinic-day.ts'
import { dialog, expect, expectAccessible } from '../fixtures.ts'
import { button } from '../office.ts'
import { cell, openViewer, storeStudy } from './viewer-desk.ts'

test('a length from the study list by keys alone, which the sheet of keys tells', async ({
  page,
  day,
  t,
}) => {
  test.slow()
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  await page.keyboard.press('?')
  const sheet = dialog(page, t('common:keys.title'))
  for (const key of ['draw', 'point', 'move', 'delete', 'leave'] as const)
    await expect(sheet).toContainText(t(`viewerPanel:keys.${key}`))
  await expect(sheet).toContainText(t('common:keys.everywhere'))
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  const stage = cell(page, t, 1, 1).getByRole('application')
  const words = page.locator('svg[data-drawings-of] text')
  await page.keyboard.press('l')
  await expect(stage).toBeFocused()
  await page.keyboard.press('Enter')
  const before = await words.first().textContent()
  expect(before).toMatch(/\d mm$/u)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(words.first()).not.toHaveText(before ?? '')
  await page.keyboard.press('Delete')
  await expect(words).toHaveCount(0)

  // A tool that is taken by its key shows what is drawn with it.
  const hide = button(page, t('viewerPanel:drawings'))
  await page.keyboard.press('s')
  await expect(hide).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('l')
  await expect(hide).toHaveAttribute('aria-pressed', 'false')
})

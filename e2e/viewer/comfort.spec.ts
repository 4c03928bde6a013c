import { test } from '../clinic-day.ts'
import { dialog, expect, expectAccessible } from '../fixtures.ts'
import { button } from '../office.ts'
import { cell, draw, openViewer, storeStudy, thumbnails } from './viewer-desk.ts'

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
})

test('a tool that is taken by its key shows what is drawn with it', async ({ page, day, t }) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  await page.keyboard.press('s')
  await expect(button(page, t('viewerPanel:drawings'))).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('l')
  await expect(button(page, t('viewerPanel:drawings'))).toHaveAttribute('aria-pressed', 'false')
})

test('the panel and the guide leave the images their place', async ({ page, day, t }) => {
  test.slow()
  await storeStudy(day, 2)
  await openViewer(page, day.clinic.admin)
  const stage = cell(page, t, 1, 1).getByRole('application')
  const box = async () => (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await button(page, t('viewerPanel:panel')).click()
  const panel = page.getByRole('complementary', { name: t('viewerPanel:panel') })

  // What comes of a step stands where the words of the step stood.
  await button(page, t('viewerPanel:group.advanced')).click()
  await page.getByRole('menuitemradio', { name: t('measure:tool.vhs.name') }).click()
  const { height } = await box()
  await draw(page, stage, { x: 0.3, y: 0.3 }, { x: 0.7, y: 0.3 })
  await draw(page, stage, { x: 0.5, y: 0.4 }, { x: 0.5, y: 0.7 })
  const guide = page.getByRole('region', { name: t('measure:guide.label') })
  await expect(guide).toContainText(t('measure:guide.notDiagnosis'))
  expect((await box()).height).toBe(height)
  await expectAccessible(page, '[data-viewer]')

  // A tablet that is held upright, and a phone.
  for (const size of [
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect
      .poll(async () => {
        const image = await box()
        const below = await panel.boundingBox()
        return below && image.height > 150 && below.y >= image.y + image.height - 1
      })
      .toBe(true)
  }
  await expectAccessible(page, '[data-viewer]')
  await expect(thumbnails(page, t)).toBeHidden()
  await button(page, t('viewerPanel:closePanel')).click()
  await expect(thumbnails(page, t)).toBeVisible()
})

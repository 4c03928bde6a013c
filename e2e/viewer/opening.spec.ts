import { test } from '../clinic-day.ts'
import { at, dialog, expect, expectAccessible, expectNoSidewaysScroll } from '../fixtures.ts'
import { button, enter, row } from '../office.ts'
import { languages } from '../words.ts'
import { cell, openStudy, openViewer, spoil, storeStudy, thumbnail, whole } from './viewer-desk.ts'

for (const language of languages)
  test(`a study opens from the list with its words around it, in ${language}`, async ({
    page,
    day,
  }) => {
    await storeStudy(day, 2)
    await openViewer(page, day.clinic.admin, language)
    const corners = page.locator('[data-viewer]')
    await expect(corners.getByText('1/2', { exact: true })).toBeVisible()
    await expect(corners.getByText('2026-01-05 10:15', { exact: true })).toBeVisible()
    await expect(corners.getByText('Canine', { exact: true })).toBeVisible()
    await expect(corners.getByText(`X-${day.clinic.name} Keller Rex`)).toBeVisible()
    await expect(corners.getByText('Tremblay Anne', { exact: true })).toBeVisible()
    await expect(corners.getByText('Chest 1', { exact: true })).toBeVisible()
    await expect(corners.getByText('Mill Road Animal Clinic', { exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

test('words are 15 pixels high, and 18 on a wide screen', async ({ page, day }) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  const line = page.getByText('Chest 1', { exact: true })
  await expect(line).toHaveCSS('font-size', '15px')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect(line).toHaveCSS('font-size', '18px')
})

test('an image that tells no spacing says that it is not calibrated', async ({ page, day }) => {
  await storeStudy(day, 1, { PixelSpacing: undefined, PixelSpacingCalibrationType: undefined })
  await openViewer(page, day.clinic.admin)
  await expect(
    page.getByText('Image not calibrated. Measurements may not be accurate'),
  ).toBeVisible()
})

test('opened without a page to come from it leads to the study list', async ({ page, day }) => {
  const { studyId } = await storeStudy(day, 1)
  await enter(page, day.clinic.admin)
  await page.goto(`viewer?studyId=${studyId}`)
  await expect(page).toHaveURL(at('studylist'))
})

test('a study without images is told in a dialog, and the list is there again', async ({
  page,
  day,
  t,
}) => {
  const { imageIds } = await storeStudy(day, 1)
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  await expect(row(page, 'Rex')).toBeVisible()
  // The list has not heard of it when the study is opened.
  await page.route('**/study/changes/**', (route) => route.abort())
  await day.api('POST', 'image/reject', {
    imageId: imageIds[0],
    rejectionReason: 'Bad Image',
  })
  await row(page, 'Rex').dblclick()
  const error = dialog(page, 'Error')
  await expect(error).toContainText(t('viewer:none.error'))
  await expect(page).toHaveURL(at('studylist'))
  await page.keyboard.press('Escape')
  await expect(error).toHaveCount(0)
  await expect(row(page, 'Rex')).toBeVisible()
})

test('Back leads to the page where one came from', async ({ page, day, t }) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  await button(page, t('viewerPanel:back')).click()
  await expect(page).toHaveURL(at('studylist'))
})

test('a damaged image says so and offers its file; the others are shown', async ({
  page,
  day,
  t,
}) => {
  const { imageIds } = await storeStudy(day, 2)
  spoil(imageIds[0] ?? 0)
  await enter(page, day.clinic.admin)
  await openStudy(page)
  const first = cell(page, t, 1, 1)
  const tile = first.getByRole('alert')
  await expect(tile).toContainText(t('viewer:cell.failed'))
  await expect(tile).toContainText(t('errors:image/unreadable'))
  await expect(button(tile, t('viewer:cell.original'))).toBeVisible()
  await thumbnail(page, t, 2).click()
  await expect(whole(page)).toBeVisible()
  await expect(first.getByRole('alert')).toHaveCount(0)
})

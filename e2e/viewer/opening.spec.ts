import { test } from '../clinic-day.ts'
import { at, dialog, expect, expectAccessible, expectNoSidewaysScroll } from '../fixtures.ts'
import { button, enter, row } from '../office.ts'
import { handOn, stageOf, tenths, words } from './hand.ts'
import { cell, openStudy, openViewer, spacing, spoil } from './viewer-desk.ts'
import { storeStudy, thumbnail, whole } from './viewer-desk.ts'

test.describe('in French', () => {
  // The longer words: they must fit around the image.
  test.use({ language: 'fr' })

  test('a study opens from the list with its words around it, and leads back there', async ({
    page,
    day,
    t,
  }) => {
    test.slow()
    const { studyId, imageIds } = await storeStudy(day, 2)
    await openViewer(page, day.clinic.admin, 'fr')
    await test.step('the words', async () => {
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

    await test.step('15 pixels high, and 18 on a wide screen', async () => {
      const line = page.getByText('Chest 1', { exact: true })
      await expect(line).toHaveCSS('font-size', '15px')
      await page.setViewportSize({ width: 1920, height: 1080 })
      await expect(line).toHaveCSS('font-size', '18px')
    })

    await test.step('Back leads to the page where one came from', async () => {
      await button(page, t('viewerPanel:back')).click()
      await expect(page).toHaveURL(at('studylist'))
      await expect(row(page, 'Rex')).toBeVisible()
    })

    // The list hears of no changes from now on, so that it does not know of those below.
    await page.route('**/study/changes/**', (route) => route.abort())
    await test.step('opened without a page to come from it leads to the list', async () => {
      await page.goto(`viewer?studyId=${studyId}`)
      await expect(page).toHaveURL(at('studylist'))
      await expect(row(page, 'Rex')).toBeVisible()
    })

    await test.step('a study without images is told in a dialog over the list', async () => {
      for (const imageId of imageIds)
        await day.api('POST', 'image/reject', { imageId, rejectionReason: 'Bad Image' })
      await row(page, 'Rex').dblclick()
      const error = dialog(page, t('common:error.title'))
      await expect(error).toContainText(t('viewer:none.error'))
      await expect(page).toHaveURL(at('studylist'))
      await page.keyboard.press('Escape')
      await expect(error).toHaveCount(0)
      await expect(row(page, 'Rex')).toBeVisible()
    })
  })
})

test('a damaged image says so; one without millimetres measures pixels until a length is known', async ({
  page,
  day,
  t,
}) => {
  const uncalibrated = { PixelSpacing: undefined, PixelSpacingCalibrationType: undefined }
  const { imageIds } = await storeStudy(day, 2, uncalibrated)
  spoil(imageIds[0] ?? 0)
  await enter(page, day.clinic.admin)
  await openStudy(page)
  await test.step('the damaged one offers its file; the others are shown', async () => {
    const first = cell(page, t, 1, 1)
    const tile = first.getByRole('alert')
    await expect(tile).toContainText(t('viewer:cell.failed'))
    await expect(tile).toContainText(t('errors:image/unreadable'))
    await expect(button(tile, t('viewer:cell.original'))).toBeVisible()
    await thumbnail(page, t, 2).click()
    await expect(whole(page)).toBeVisible()
    await expect(first.getByRole('alert')).toHaveCount(0)
  })

  const line = (name: string) => page.getByRole('menuitemradio', { name })
  await test.step('without millimetres, what measures in them says why it is not there', async () => {
    await expect(
      page.getByText('Image not calibrated. Measurements may not be accurate'),
    ).toBeVisible()
    await button(page, t('viewerPanel:group.advanced')).click()
    await expect(line(t('measure:tool.tta.name'))).toHaveAttribute('aria-disabled', 'true')
    await expect(line(t('measure:tool.vhs.name'))).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await button(page, t('viewerPanel:group.measure')).click()
    const bidirectional = line(t('measure:tool.bidirectional.name'))
    await expect(bidirectional).toHaveAttribute('aria-disabled', 'true')
    await expect(bidirectional).toContainText(t('viewerPanel:reason.spacing'))
    await page.keyboard.press('Escape')
  })

  await test.step('a known length makes millimetres of pixels', async () => {
    const hand = await handOn(page, stageOf(page, t))
    await page.keyboard.press('l')
    await hand.drag([-100, 50], [100, 50])
    await expect(words(page)).toHaveText([`${tenths(hand.mm(200) / spacing)} px`])
    await button(page, t('viewerPanel:group.measure')).click()
    await page
      .getByRole('menuitemradio', { name: t('viewerPanel:tool.calibrate'), exact: true })
      .click()
    await hand.drag([-100, -50], [0, -50])
    const form = dialog(page, t('measure:calibrate.title'))
    await form.getByRole('textbox', { name: t('measure:calibrate.lengthField') }).fill('25')
    await page.keyboard.press('Enter')
    await expect(words(page)).toHaveText(['50.0 mm'])
  })
})

import { test } from '../support/clinic-records.ts'
import {
  pageUrl,
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
} from '../support/fixtures.ts'
import { button, signInAs, row, toast } from '../support/clinic-fixture.ts'
import { createMouse, drawingLayer, formatTenths, drawingLabels } from './mouse.ts'
import {
  viewportAt,
  openStudy,
  openViewer,
  pixelSpacing,
  corruptFile,
} from '../pages/viewer-page.ts'
import { storeStudy, thumbnail, fullImage } from '../pages/viewer-page.ts'

test.describe('in French', () => {
  // French texts are longer, and must fit around the image.
  test.use({ language: 'fr' })

  test('a study opens from the list with its overlay texts, and Back returns to the list', async ({
    page,
    records,
    t,
  }) => {
    test.slow()
    const { studyId, imageIds } = await storeStudy(records, 2)
    await openViewer(page, records.clinic.admin, 'fr')
    await test.step('the overlay texts', async () => {
      const corners = page.locator('[data-viewer]')
      await expect(corners.getByText('Série 1 · 1/2', { exact: true })).toBeVisible()
      await expect(corners.getByText('2026-01-05 10:15', { exact: true })).toBeVisible()
      await expect(corners.getByText('Chien', { exact: true })).toBeVisible()
      await expect(corners.getByText(`X-${records.clinic.name} Keller Rex`)).toBeVisible()
      await expect(corners.getByText('Tremblay Anne', { exact: true })).toBeVisible()
      await expect(corners.getByText('Chest 1', { exact: true })).toBeVisible()
      await expect(corners.getByText('Mill Road Animal Clinic', { exact: true })).toBeVisible()
      await expectNoHorizontalScroll(page)
      await expectAccessible(page)
    })

    await test.step('the texts are 15 pixels high, and 18 on a wide screen', async () => {
      const line = page.getByText('Chest 1', { exact: true })
      await expect(line).toHaveCSS('font-size', '15px')
      await page.setViewportSize({ width: 1920, height: 1080 })
      await expect(line).toHaveCSS('font-size', '18px')
    })

    await test.step('a reload opens the study of the address again', async () => {
      await page.reload()
      await expect(fullImage(page)).toBeVisible()
      await expect(page).toHaveURL(pageUrl('viewer'))
    })

    await test.step('Back returns to the previous page', async () => {
      await button(page, t('viewerPanel:back')).click()
      await expect(page).toHaveURL(pageUrl('studylist'))
      await expect(row(page, 'Rex')).toBeVisible()
    })

    // The list receives no change events from now on, so that it does not show the changes below.
    await page.route('**/api/events?**', (route) => route.abort())
    await test.step('the viewer opened directly redirects to the list, which offers the study', async () => {
      await page.goto('viewer?studyId=999999999')
      await expect(page).toHaveURL(pageUrl('studylist'))
      await expect(toast(page, t('shell:openFromList'))).toBeVisible()
      await page.goto(`viewer?studyId=${studyId}`)
      await expect(page).toHaveURL(pageUrl('studylist'))
      await expect(row(page, 'Rex')).toBeVisible()
      await button(toast(page, 'Rex'), t('shell:openStudy.open')).click()
      await expect(fullImage(page)).toBeVisible()
      // A new page, which has cached none of the images.
      await page.goto('studylist')
      await expect(row(page, 'Rex')).toBeVisible()
    })

    await test.step('a study without images opens an error dialog over the list', async () => {
      for (const imageId of imageIds)
        await records.api('POST', 'image/reject', { imageId, rejectionReason: 'Bad Image' })
      await row(page, 'Rex').dblclick()
      const error = dialog(page, t('common:error.title'))
      await expect(error).toContainText(t('viewer:none.error'))
      await expect(page).toHaveURL(pageUrl('studylist'))
      await page.keyboard.press('Escape')
      await expect(error).toHaveCount(0)
      await expect(row(page, 'Rex')).toBeVisible()
    })
  })
})

test('a damaged image shows an error; an uncalibrated one measures in pixels until it is calibrated', async ({
  page,
  records,
  t,
}) => {
  const uncalibrated = { PixelSpacing: undefined, PixelSpacingCalibrationType: undefined }
  const { imageIds } = await storeStudy(records, 2, uncalibrated)
  corruptFile(imageIds[0] ?? 0)
  await signInAs(page, records.clinic.admin)
  await openStudy(page)
  await test.step('the damaged image offers its file; the others are shown', async () => {
    const first = viewportAt(page, t, 1, 1)
    const tile = first.getByRole('alert')
    await expect(tile).toContainText(t('viewer:cell.failed'))
    await expect(tile).toContainText(t('errors:image/unreadable'))
    await expect(button(tile, t('viewer:cell.original'))).toBeVisible()
    await button(page, t('viewerPanel:view.invert')).click()
    await expect(toast(page, 'Enabled element or loaded image is missing')).toBeVisible()
    await thumbnail(page, t, 2).click()
    await expect(fullImage(page)).toBeVisible()
    await expect(first.getByRole('alert')).toHaveCount(0)
  })

  const line = (name: string) => page.getByRole('menuitemradio', { name })
  await test.step('without calibration, tools that measure in millimetres are disabled with a reason', async () => {
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

  await test.step('a known length calibrates the image', async () => {
    const mouse = await createMouse(page, drawingLayer(page, t))
    await page.keyboard.press('l')
    await mouse.drag([-100, 50], [100, 50])
    await expect(drawingLabels(page)).toHaveText([
      `${formatTenths(mouse.toMm(200) / pixelSpacing)} px`,
    ])
    await button(page, t('viewerPanel:group.measure')).click()
    await page
      .getByRole('menuitemradio', { name: t('viewerPanel:tool.calibrate'), exact: true })
      .click()
    await mouse.drag([-100, -50], [0, -50])
    const form = dialog(page, t('measure:calibrate.title'))
    await form.getByRole('textbox', { name: t('measure:calibrate.lengthField') }).fill('25')
    await page.keyboard.press('Enter')
    await expect(drawingLabels(page)).toHaveText(['50.0 mm'])
  })
})

import { test } from '../support/clinic-records.ts'
import { pageUrl, expect, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { button, signInAs, findRow } from '../support/clinic-fixture.ts'
import { expectPageStill, createTouch, tapTool } from './touch.ts'
import { drawingLayer, formatTenths, drawingLabels } from './mouse.ts'
import { viewportAt, expectSaved, storeStudy, thumbnail, fullImage } from '../pages/viewer-page.ts'

test('on a phone images are viewed and measured with one finger @phone-only', async ({
  page,
  records,
  t,
}) => {
  await storeStudy(records, 3, { WindowCenter: 2000, WindowWidth: 3000 })
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  await (await findRow(page, 'Rex')).tap()
  const preview = page.getByRole('complementary', { name: t('studies:preview.title') })
  await preview.getByRole('listitem').first().getByRole('button').tap()
  await expect(page).toHaveURL(pageUrl('viewer'))
  await expect(fullImage(page)).toBeVisible()
  await expect(page.getByText('Chest 1', { exact: true })).toBeVisible()
  await expectNoHorizontalScroll(page)

  await thumbnail(page, t, 2).tap()
  await expect(page.getByText('Chest 2', { exact: true })).toBeVisible()
  await expect(fullImage(page)).toBeVisible()
  const touch = await createTouch(page, drawingLayer(page, t))
  await touch.drag([-40, 40], [60, -60])
  const [width, centre] = [Math.round(3000 + 409.5), Math.round(2000 - 409.5)]
  await expect(page.getByText(`W ${width} L ${centre}`, { exact: true })).toBeVisible()

  await tapTool(page, t('measure:tool.length.name'))
  await touch.drag([-60, -40], [60, 50])
  const length = `${formatTenths(touch.toMm(150))} mm`
  await expect(drawingLabels(page)).toHaveText([length])

  await button(page, t('viewerPanel:panel')).tap()
  const panel = page.getByRole('complementary', { name: t('viewerPanel:panel') })
  const item = panel.getByRole('listitem').filter({ hasText: t('measure:tool.length.name') })
  await expect(item).toContainText(length)
  await expectNoHorizontalScroll(page)
  await button(panel, t('viewerPanel:closePanel')).tap()
  await expect(panel).toHaveCount(0)
  // The image and its drawing are unchanged.
  await expect(viewportAt(page, t, 1, 1)).toBeVisible()
  await expect(drawingLabels(page)).toHaveText([length])
  await expectPageStill(page)
  await expectSaved(page)
  await button(page, t('viewerPanel:back')).tap()
  await expect(page).toHaveURL(pageUrl('studylist'))
})

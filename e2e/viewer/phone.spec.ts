import { test } from '../clinic-day.ts'
import { at, expect, expectNoSidewaysScroll } from '../fixtures.ts'
import { button, enter, find } from '../office.ts'
import { expectPageStill, fingersOn, tapTool } from './fingers.ts'
import { stageOf, tenths, words } from './hand.ts'
import { cell, expectSaved, storeStudy, thumbnail, whole } from './viewer-desk.ts'

test('on a phone images are looked at and measured with one thumb @phone-only', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(day, 3, { WindowCenter: 2000, WindowWidth: 3000 })
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  await (await find(page, 'Rex')).tap()
  const preview = page.getByRole('complementary', { name: t('studies:preview.title') })
  await preview.getByRole('listitem').first().getByRole('button').tap()
  await expect(page).toHaveURL(at('viewer'))
  await expect(whole(page)).toBeVisible()
  await expect(page.getByText('Chest 1', { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)

  await thumbnail(page, t, 2).tap()
  await expect(page.getByText('Chest 2', { exact: true })).toBeVisible()
  await expect(whole(page)).toBeVisible()
  const fingers = await fingersOn(page, stageOf(page, t))
  await fingers.drag([-40, 40], [60, -60])
  const [width, centre] = [Math.round(3000 + 409.5), Math.round(2000 - 409.5)]
  await expect(page.getByText(`W ${width} L ${centre}`, { exact: true })).toBeVisible()

  await tapTool(page, t('measure:tool.length.name'))
  await fingers.drag([-60, -40], [60, 50])
  const length = `${tenths(fingers.mm(150))} mm`
  await expect(words(page)).toHaveText([length])

  await button(page, t('viewerPanel:panel')).tap()
  const panel = page.getByRole('complementary', { name: t('viewerPanel:panel') })
  const item = panel.getByRole('listitem').filter({ hasText: t('measure:tool.length.name') })
  await expect(item).toContainText(length)
  await expectNoSidewaysScroll(page)
  await button(panel, t('viewerPanel:closePanel')).tap()
  await expect(panel).toHaveCount(0)
  // The image is where it was, with its line.
  await expect(cell(page, t, 1, 1)).toBeVisible()
  await expect(words(page)).toHaveText([length])
  await expectPageStill(page)
  await expectSaved(page)
  await button(page, t('viewerPanel:back')).tap()
  await expect(page).toHaveURL(at('studylist'))
})

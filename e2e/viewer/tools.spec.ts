import { test } from '../clinic-day.ts'
import { dialog, expect } from '../fixtures.ts'
import { button, toast } from '../office.ts'
import { handOn, stageOf, tenths, words } from './hand.ts'
import { expectSaved, openStudy, openViewer, spacing, storeStudy, whole } from './viewer-desk.ts'

test('each tool shows the number that its place on the image gives', async ({ page, day, t }) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  const hand = await handOn(page, stageOf(page, t))

  await page.keyboard.press('l')
  await hand.drag([-150, -150], [0, 50])
  await expect(words(page).last()).toHaveText(`${tenths(hand.mm(250))} mm`)

  await page.keyboard.press('b')
  await hand.drag([-200, 150], [0, 150])
  await expect(words(page).last()).toContainText(`L ${tenths(hand.mm(200))} mm`)
  await expect(words(page).last()).toContainText(`W ${tenths(hand.mm(100))} mm`)

  await page.keyboard.press('a')
  await hand.drag([100, 0], [100, 100])
  await hand.hover([140, 90])
  await hand.click([200, 100])
  await expect(words(page).last()).toHaveText('90.0°')

  await page.keyboard.press('o')
  await hand.drag([60, -160], [180, -80])
  const area = (Math.PI / 4) * hand.mm(120) * hand.mm(80)
  await expect(words(page).last()).toContainText(`Area ${tenths(area)} mm²`)
  await expect(words(page).last()).toContainText('Mean')

  await page.keyboard.press('Control+z')
  await expect(words(page)).toHaveCount(3)
  await page.keyboard.press('Control+Shift+z')
  await expect(words(page)).toHaveCount(4)

  const before = await words(page).allTextContents()
  await expectSaved(page)
  await page.reload()
  await openStudy(page)
  await expect(whole(page)).toBeVisible()
  await expect.poll(() => words(page).allTextContents()).toEqual(before)
})

test('a heart is measured in two steps, and not outside of the image', async ({ page, day, t }) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  const guide = page.getByRole('region', { name: t('measure:guide.label') })
  await button(page, t('viewerPanel:group.advanced')).click()
  await page.getByRole('menuitemradio', { name: t('measure:tool.vhs.name') }).click()
  await expect(guide.getByRole('status')).toHaveText(t('measure:tool.vhs.step.vertebrae'))
  // The guide has taken some of the height: the image is fitted anew.
  const hand = await handOn(page, stageOf(page, t))

  await hand.drag([-150, -100], [100, 2000])
  await expect(toast(page, t('measure:told.outside'))).toBeVisible()

  await hand.drag([-150, -100], [100, -100])
  await expect(guide.getByRole('status')).toHaveText(t('measure:tool.vhs.step.heart'))
  await expect(words(page)).toHaveCount(0)
  await hand.drag([100, -50], [-50, 150])
  // 250 pixels long and half as wide, by a fifth of 250.
  await expect(words(page)).toHaveText(['VHS 7.500 v'])
  await expect(guide).toContainText(`${tenths(hand.mm(250))} mm`)

  await button(page, t('measure:guide.removeLast')).click()
  await expect(guide.getByRole('status')).toHaveText(t('measure:tool.vhs.step.heart'))
  await expect(words(page)).toHaveCount(0)
})

test('a handle is dragged, moved by keys and erased; a comment is written and corrected', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  const hand = await handOn(page, stageOf(page, t))
  await page.keyboard.press('l')
  await hand.drag([-100, 0], [0, 0])
  await page.keyboard.press('w')
  await hand.drag([3, 3], [103, 3])
  await expect(words(page)).toHaveText([`${tenths(hand.mm(200))} mm`])
  await page.keyboard.press('Shift+ArrowRight')
  await expect(words(page)).toHaveText([`${tenths(hand.mm(210))} mm`])

  await page.keyboard.press('t')
  await hand.click([-50, -100])
  const comment = dialog(page, t('measure:comment.new'))
  await comment.getByRole('textbox').fill('Fissure?')
  await page.keyboard.press('Enter')
  await expect(words(page).last()).toHaveText('Fissure?')
  await page.keyboard.press('w')
  await words(page).last().dblclick()
  const correction = dialog(page, t('measure:comment.edit'))
  await correction.getByRole('textbox').fill('Fissure')
  await page.keyboard.press('Enter')
  await expect(words(page).last()).toHaveText('Fissure')

  await page.keyboard.press('e')
  await hand.click([50, 0])
  await expect(words(page)).toHaveText(['Fissure'])
})

test('a crop is accepted, and has to be reset before the next', async ({ page, day, t }) => {
  const { studyId } = await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  const hand = await handOn(page, stageOf(page, t))
  await page.keyboard.press('x')
  await hand.drag([-100, -100], [100, 100])
  await button(page, t('measure:crop.accept')).click()
  await expectSaved(page)
  const crops = async () => {
    const { body } = await day.api('GET', `viewerState/${studyId}/state`)
    return Object.keys(body.cropState as object)
  }
  expect(await crops()).toHaveLength(1)
  await page.keyboard.press('x')
  const question = dialog(page, t('measure:crop.resetTitle'))
  await question.getByRole('button', { name: t('measure:crop.reset') }).click()
  await hand.drag([-100, -100], [100, 100])
  await button(page, t('measure:crop.reject')).click()
  await expectSaved(page)
  expect(await crops()).toEqual([])
})

test('a known length makes millimetres of pixels', async ({ page, day, t }) => {
  await storeStudy(day, 1, { PixelSpacing: undefined, PixelSpacingCalibrationType: undefined })
  await openViewer(page, day.clinic.admin)
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

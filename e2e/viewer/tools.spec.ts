import { test } from '../clinic-day.ts'
import { dialog, expect } from '../fixtures.ts'
import { button } from '../office.ts'
import { handOn, stageOf, tenths, words } from './hand.ts'
import { expectSaved, openStudy, openViewer, show, storeStudy, whole } from './viewer-desk.ts'

test('tools show the numbers of their places, are corrected and erased, and crop', async ({
  page,
  day,
  t,
}) => {
  test.slow()
  const { studyId } = await storeStudy(day, 3)
  await openViewer(page, day.clinic.admin)
  const before =
    await test.step('each tool shows the number that its place on the image gives', async () => {
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
      return words(page).allTextContents()
    })

  await show(page, t, 2)
  await test.step('a handle is dragged, moved by keys and erased; a comment is written and corrected', async () => {
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

  await show(page, t, 3)
  await test.step('a crop is accepted, and has to be reset before the next', async () => {
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

  await openStudy(page)
  await expect(whole(page)).toBeVisible()
  await expect.poll(() => words(page).allTextContents()).toEqual(before)
})

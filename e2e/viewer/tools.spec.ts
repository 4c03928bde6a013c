import { test } from '../support/clinic-records.ts'
import { dialog, expect } from '../support/fixtures.ts'
import { button } from '../support/clinic-fixture.ts'
import { createMouse, drawingLayer, formatTenths, drawingLabels } from './mouse.ts'
import {
  expectSaved,
  openStudy,
  openViewer,
  showImage,
  storeStudy,
  fullImage,
} from '../pages/viewer-page.ts'

test('measurement tools show correct values, are corrected and erased, and an image is cropped', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  const { studyId } = await storeStudy(records, 3)
  await openViewer(page, records.clinic.admin)
  const before =
    await test.step('each tool shows the value that its position on the image gives', async () => {
      const mouse = await createMouse(page, drawingLayer(page, t))

      await page.keyboard.press('l')
      await mouse.drag([-150, -150], [0, 50])
      await expect(drawingLabels(page).last()).toHaveText(`${formatTenths(mouse.toMm(250))} mm`)

      await page.keyboard.press('b')
      await mouse.drag([-200, 150], [0, 150])
      await expect(drawingLabels(page).last()).toContainText(
        `L ${formatTenths(mouse.toMm(200))} mm`,
      )
      await expect(drawingLabels(page).last()).toContainText(
        `W ${formatTenths(mouse.toMm(100))} mm`,
      )

      await page.keyboard.press('a')
      await mouse.drag([100, 0], [100, 100])
      await mouse.hover([140, 90])
      await mouse.click([200, 100])
      await expect(drawingLabels(page).last()).toHaveText('90.0°')

      await page.keyboard.press('o')
      await mouse.drag([60, -160], [180, -80])
      const area = (Math.PI / 4) * mouse.toMm(120) * mouse.toMm(80)
      await expect(drawingLabels(page).last()).toContainText(`Area ${formatTenths(area)} mm²`)
      await expect(drawingLabels(page).last()).toContainText('Mean')

      await page.keyboard.press('Control+z')
      await expect(drawingLabels(page)).toHaveCount(3)
      await page.keyboard.press('Control+Shift+z')
      await expect(drawingLabels(page)).toHaveCount(4)
      return drawingLabels(page).allTextContents()
    })

  await showImage(page, t, 2)
  await test.step('a handle is dragged, moved by keys and erased; a comment is written and corrected', async () => {
    const mouse = await createMouse(page, drawingLayer(page, t))
    await page.keyboard.press('l')
    await mouse.drag([-100, 0], [0, 0])
    await page.keyboard.press('w')
    await mouse.drag([3, 3], [103, 3])
    await expect(drawingLabels(page)).toHaveText([`${formatTenths(mouse.toMm(200))} mm`])
    await page.keyboard.press('Shift+ArrowRight')
    await expect(drawingLabels(page)).toHaveText([`${formatTenths(mouse.toMm(210))} mm`])

    await page.keyboard.press('t')
    await mouse.click([-50, -100])
    const comment = dialog(page, t('measure:comment.new'))
    await comment.getByRole('textbox').fill('Fissure?')
    await page.keyboard.press('Enter')
    await expect(drawingLabels(page).last()).toHaveText('Fissure?')
    await page.keyboard.press('w')
    await drawingLabels(page).last().dblclick()
    const correction = dialog(page, t('measure:comment.edit'))
    await correction.getByRole('textbox').fill('Fissure')
    await page.keyboard.press('Enter')
    await expect(drawingLabels(page).last()).toHaveText('Fissure')

    await page.keyboard.press('e')
    await mouse.click([50, 0])
    await expect(drawingLabels(page)).toHaveText(['Fissure'])
  })

  await showImage(page, t, 3)
  await test.step('a crop is accepted, and has to be reset before the next', async () => {
    const mouse = await createMouse(page, drawingLayer(page, t))
    await page.keyboard.press('x')
    await mouse.drag([-100, -100], [100, 100])
    await button(page, t('measure:crop.accept')).click()
    await expectSaved(page)
    const crops = async () => {
      const { body } = await records.api('GET', `viewerState/${studyId}/state`)
      return Object.keys(body.cropState as object)
    }
    expect(await crops()).toHaveLength(1)
    await page.keyboard.press('x')
    const question = dialog(page, t('measure:crop.resetTitle'))
    await question.getByRole('button', { name: t('measure:crop.reset') }).click()
    await mouse.drag([-100, -100], [100, 100])
    await button(page, t('measure:crop.reject')).click()
    await expectSaved(page)
    expect(await crops()).toEqual([])
  })

  await openStudy(page)
  await expect(fullImage(page)).toBeVisible()
  await expect.poll(() => drawingLabels(page).allTextContents()).toEqual(before)
})

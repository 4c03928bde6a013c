import { readFileSync } from 'node:fs'
import { test } from '../support/clinic-records.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { button } from '../support/clinic-fixture.ts'
import { expectSaved, fullImage, imageSize, openViewer, storeStudy } from '../pages/viewer-page.ts'
import { createMouse, drawingLabels, drawingLayer } from './mouse.ts'

test('an image is rotated by any angle, keeps its measurements, and is saved and exported so', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  const { studyId } = await storeStudy(records, 1)
  await openViewer(page, records.clinic.admin)
  await page.keyboard.press('l')
  const mouse = await createMouse(page, drawingLayer(page, t))
  await mouse.drag([-100, 50], [100, 50])
  const [length = ''] = await drawingLabels(page).allTextContents()
  const angle = page.getByRole('textbox', { name: t('viewerPanel:rotate.degrees') })
  const stated = page.locator('[data-line=angle]')

  await test.step('a drag around the centre rotates, with Shift in steps of 15 degrees', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+R')
    await page.keyboard.down('Shift')
    await mouse.drag([0, -200], [120, -200])
    await page.keyboard.up('Shift')
    await expect(stated).toHaveText(t('viewer:overlay.angle', { angle: '30' }))
    await expect(angle).toHaveValue('30°')
    await page.keyboard.press('u')
    await expect(stated).toHaveText('')
  })

  await test.step('an angle is typed; the measurement stays as it is', async () => {
    await angle.fill('-12.5')
    await angle.press('Enter')
    await expect(stated).toHaveText(t('viewer:overlay.angle', { angle: '-12.5' }))
    await expect(drawingLabels(page)).toHaveText([length])
    await expectAccessible(page)
  })

  await test.step('the picture has all corners of the rotated image', async () => {
    await button(page, t('viewerPanel:picture.title')).click()
    const keep = page.getByRole('menuitem', { name: t('viewerPanel:picture.keep') })
    await expect(keep).toHaveAttribute('aria-disabled', 'true')
    await expect(keep).toContainText(t('viewerPanel:picture.tilted'))
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: t('viewerPanel:picture.save') }).click()
    const png = readFileSync(await (await download).path())
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20) - 60 * 2]
    const [cosine, sine] = [Math.cos(Math.PI * (12.5 / 180)), Math.sin(Math.PI * (12.5 / 180))]
    const { columns, rows } = imageSize
    const ratio = (columns * cosine + rows * sine) / (columns * sine + rows * cosine)
    expect(width / height).toBeCloseTo(ratio, 1)
  })

  await test.step('the angle is saved with the study and restored, and can be straightened', async () => {
    await expectSaved(page)
    const { body } = await records.api('GET', `viewerState/${studyId}/state`)
    expect(Object.values(body.viewportState)).toMatchObject([{ rotation: 0, tilt: -12.5 }])
    await page.reload()
    await expect(fullImage(page)).toBeVisible()
    await expect(stated).toHaveText(t('viewer:overlay.angle', { angle: '-12.5' }))
    await page.keyboard.press('Shift+R')
    await button(page, t('viewerPanel:rotate.straighten')).click()
    await expect(stated).toHaveText('')
    await button(page, t('viewerPanel:undo')).click()
    await expect(stated).toHaveText(t('viewer:overlay.angle', { angle: '-12.5' }))
    await button(page, t('viewerPanel:reset')).click()
    await expect(stated).toHaveText('')
  })
})

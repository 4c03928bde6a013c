import { fullImage } from '../pages/viewer-page.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { expect, expectNoHorizontalScroll, pageUrl } from '../support/fixtures.ts'
import { createTouch, expectPageStill, tapTool } from '../viewer/touch.ts'
import { count, countFrom, storeSeries } from './series-records.ts'
import { chooseLayout, expectSlice, layer, line, viewport } from './stack-page.ts'

test('on a phone and a tablet, slices are scrolled and measured with one finger @phone-only', async ({
  page,
  records,
  t,
}) => {
  const { studyId, imageId } = await storeSeries(records, {
    name: 'Lungs',
    number: 1,
    places: countFrom(0, count, 2),
  })
  await signInAs(page, records.clinic.admin)
  await page.goto(`viewer?studyId=${studyId}&image=image/${imageId}`)
  await expect(fullImage(page).first()).toBeVisible()
  await expectSlice(page, count, count)
  const bar = page.getByRole('toolbar', { name: t('stacks:bar') })
  const heightOf = async (part: typeof bar) => (await part.boundingBox())?.height ?? 0

  await test.step('one finger scrolls and windows, two zoom', async () => {
    await tapTool(page, t('viewerPanel:tool.scroll'))
    const touch = await createTouch(page, layer(page))
    await touch.drag([0, 40], [0, -20])
    await expect(viewport(page).getByText(`Slice ${count} of ${count}`)).toHaveCount(0)
    const zoom = (await line(page, 'zoom').textContent()) ?? ''
    await touch.pinch(
      [
        [-20, 0],
        [20, 0],
      ],
      [
        [-80, 0],
        [80, 0],
      ],
    )
    await expect(line(page, 'zoom')).not.toHaveText(zoom)
    const window = (await line(page, 'window').textContent()) ?? ''
    await tapTool(page, t('viewerPanel:tool.windowLevel'))
    await touch.drag([-30, 20], [40, -20])
    await expect(line(page, 'window')).not.toHaveText(window)
    await expectPageStill(page)
  })

  await test.step('on its side, the tools have one row, and the picture most of the height', async () => {
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(button(page, t('viewerPanel:more'))).toBeInViewport({ ratio: 1 })
    await expect(button(page, t('viewerPanel:back'))).toBeInViewport({ ratio: 1 })
    expect(await heightOf(bar)).toBeLessThan(60)
    expect(await heightOf(viewport(page))).toBeGreaterThan(270)
    await expectNoHorizontalScroll(page)
    await button(page, t('viewerPanel:more')).tap()
    await page.getByRole('menuitem', { name: t('viewerPanel:view.invert'), exact: true }).tap()
    await tapTool(page, t('measure:tool.length.name'))
    const touch = await createTouch(page, layer(page))
    await touch.drag([-60, 20], [60, -30])
    await expect(page.locator('svg[data-drawings-of] text').first()).toContainText('mm')
    await expectPageStill(page)
  })

  /** Whether the letter at the right edge ends left of the marks of slices with drawings. */
  const areMarksApart = async () => {
    const letter = await viewport(page).locator('[data-edge="right"]').boundingBox()
    const mark = await viewport(page).locator('[data-drawn-slices] i').first().boundingBox()
    return letter !== null && mark !== null && letter.x + letter.width <= mark.x
  }

  await test.step('marks of slices with drawings are beside the letter of the edge', async () => {
    for (const [width, height] of [
      [844, 390],
      [390, 844],
      [820, 1180],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(areMarksApart).toBe(true)
    }
  })

  await test.step('on an upright tablet, the tools of every layout have two rows', async () => {
    for (const [key, layout] of [
      ['2', '2x2'],
      ['5', 'mpr'],
      ['6', '3d-four-up'],
    ] as const) {
      await chooseLayout(page, key, layout)
      await expect.poll(() => heightOf(bar)).toBeLessThan(110)
      await expect(button(page, t('viewerPanel:back'))).toBeVisible()
    }
  })

  await button(page, t('viewerPanel:back')).tap()
  await expect(page).toHaveURL(pageUrl('studylist'))
})

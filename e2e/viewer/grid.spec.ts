import { addClinic, test, type RecordsFlow } from '../support/clinic-records.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { expect } from '../support/fixtures.ts'
import { button, toast } from '../support/clinic-fixture.ts'
import {
  canvases,
  viewportAt,
  enterViewer,
  pickGrid,
  storeImage,
  storeStudy,
  thumbnail,
  thumbnails,
  fullImage,
} from '../pages/viewer-page.ts'

async function placeImages({ page, records, t }: RecordsFlow) {
  await storeStudy(records, 4)
  await enterViewer(page, records.clinic.admin, t)
  await test.step('a grid of three by three has equal viewports, and shrinks row by row', async () => {
    await pickGrid(page, t, 3, 3)
    const boxes = await Promise.all(
      [1, 2, 3].flatMap((row) =>
        [1, 2, 3].map((column) => viewportAt(page, t, row, column).boundingBox()),
      ),
    )
    const widths = boxes.map((box) => box?.width ?? 0)
    const heights = boxes.map((box) => box?.height ?? 0)
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1)
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1)
    await expect(canvases(page)).toHaveCount(4)

    await pickGrid(page, t, 1, 2)
    await expect(canvases(page)).toHaveCount(2)
    await expect(viewportAt(page, t, 1, 1).getByText('Chest 1')).toBeVisible()
    await expect(viewportAt(page, t, 1, 2).getByText('Chest 2')).toBeVisible()
  })

  await test.step('a viewport can be cleared and filled again', async () => {
    const first = viewportAt(page, t, 1, 1)
    await button(first, t('viewer:cell.clear')).click()
    await expect(first.getByText(t('viewer:cell.emptyActive'))).toBeVisible()
    const missing = toast(page, 'Enabled element or loaded image is missing')
    await first.getByText(t('viewer:cell.emptyActive')).click()
    await expect(missing).toHaveCount(0)
    await page.keyboard.press('l')
    await first.getByText(t('viewer:cell.emptyActive')).click()
    await expect(missing).toBeVisible()
    await page.keyboard.press('w')
    await thumbnail(page, t, 1).click()
    await expect(first.getByText('Chest 1')).toBeVisible()
  })

  await test.step('a thumbnail opens in the active viewport or where it is dropped, but never twice', async () => {
    await viewportAt(page, t, 1, 2).getByRole('application').click()
    await expect(viewportAt(page, t, 1, 2)).toHaveAttribute('aria-current', 'true')
    await thumbnail(page, t, 3).click()
    await expect(viewportAt(page, t, 1, 2).getByText('Chest 3')).toBeVisible()

    await thumbnail(page, t, 4).dragTo(viewportAt(page, t, 1, 1))
    await expect(viewportAt(page, t, 1, 1).getByText('Chest 4')).toBeVisible()
    await expect(viewportAt(page, t, 1, 1)).toHaveAttribute('aria-current', 'true')

    await thumbnail(page, t, 3).click()
    const refusal = 'Cannot insert an image already existing in the grid'
    await expect(toast(page, refusal)).toBeVisible()
    await expect(viewportAt(page, t, 1, 1).getByText('Chest 4')).toBeVisible()
  })

  await test.step('the grid picker works by keyboard', async () => {
    await button(page, t('viewer:grid.size')).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(viewportAt(page, t, 2, 3)).toBeVisible()
    await expect(viewportAt(page, t, 3, 1)).toHaveCount(0)
    await expect(viewportAt(page, t, 1, 4)).toHaveCount(0)
  })
}

async function scrollThumbnails({ page, records, t }: RecordsFlow) {
  await storeStudy(records, 11)
  await storeImage(records, 12, { BodyPartExamined: '', ViewPosition: '' })
  await enterViewer(page, records.clinic.admin, t)
  const strip = thumbnails(page, t)
  await expect(strip.getByText(t('viewer:thumbnails.count_other', { count: 12 }))).toBeVisible()
  const listVisible = () =>
    strip.locator('ul').evaluate((list) => {
      const { top, bottom } = list.getBoundingClientRect()
      return [...list.children]
        .map((tile, index) => ({ number: index + 1, box: tile.getBoundingClientRect() }))
        .filter(({ box }) => box.top >= top - 1 && box.bottom <= bottom + 1)
        .map(({ number }) => number)
    })
  expect(await listVisible()).toEqual([1, 2, 3, 4, 5, 6, 7])
  const gap = await strip.locator('ul').evaluate((list) => {
    const [first, second] = [...list.children].map((tile) => tile.getBoundingClientRect())
    return (second?.top ?? 0) - (first?.bottom ?? 0)
  })
  expect(gap).toBeCloseTo(10, 0)
  await button(strip, t('viewer:thumbnails.after')).click()
  await expect.poll(listVisible).toEqual([4, 5, 6, 7, 8, 9, 10])
  await button(strip, t('viewer:thumbnails.after')).click()
  await expect.poll(listVisible).toEqual([6, 7, 8, 9, 10, 11, 12])
  // An image without a body part has a name, too.
  await expect(thumbnail(page, t, 12)).toHaveAccessibleName('12: Unnamed image')
  await button(strip, t('viewer:thumbnails.before')).click()
  await expect.poll(async () => (await listVisible())[0]).toBeLessThan(6)

  await thumbnail(page, t, 1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(viewportAt(page, t, 1, 1).getByText('Chest 2')).toBeVisible()
  await page.keyboard.press('.')
  await expect(viewportAt(page, t, 1, 1).getByText('Chest 3')).toBeVisible()
  await button(page, t('viewerPanel:sidebar')).click()
  await expect(thumbnails(page, t)).toHaveCount(0)
  await expect(fullImage(page)).toBeVisible()
}

async function hangThorax({ page, records, t }: RecordsFlow) {
  // In the order of capture, the straight view is first.
  for (const [index, view] of ['VD', 'LLAT', 'RLAT'].entries())
    await storeImage(records, index + 1, { BodyPartExamined: 'CHEST', ViewPosition: view })
  await enterViewer(page, records.clinic.admin, t)
  const shown = (row: number, column: number, number: number) =>
    expect(
      viewportAt(page, t, row, column).getByText(`Chest ${number}`, { exact: true }),
    ).toBeVisible()
  await test.step('the laterals are side by side, then the straight view follows', async () => {
    await shown(1, 1, 3)
    await shown(1, 2, 2)
    await page.keyboard.press('Shift+S')
    await shown(1, 1, 1)
    await expect(canvases(page)).toHaveCount(1)
    await page.keyboard.press('Shift+P')
    await shown(1, 2, 2)
  })

  await test.step('a double click enlarges an image, and the wheel goes to the next one', async () => {
    const first = viewportAt(page, t, 1, 1).getByRole('application')
    await first.dblclick()
    await expect(canvases(page)).toHaveCount(1)
    await shown(1, 1, 3)
    await page.mouse.wheel(0, -100)
    await shown(1, 1, 2)
    await expect(first).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await shown(1, 1, 1)
    await page.keyboard.press('PageDown')
    await shown(1, 1, 2)
    await page.keyboard.press('Shift+K')
    const sharpened = page.getByText(t('viewer:overlay.sharpened', { strength: 1 }))
    await expect(sharpened).toBeVisible()
    for (let time = 0; time < 3; time += 1) await page.keyboard.press('Shift+K')
    await expect(sharpened).toHaveCount(0)
    await page.keyboard.press('Shift+F')
    await expect(canvases(page)).toHaveCount(2)
    await expect(viewportAt(page, t, 1, 2)).toHaveAttribute('aria-current', 'true')
  })

  await test.step('a layout of the clinic opens the study from now on, until it is reset', async () => {
    const layouts = button(page, t('viewer:hanging.title'))
    const name = 'Dog · Chest'
    await pickGrid(page, t, 1, 3)
    await page.keyboard.press('Shift+L')
    const save = page.getByRole('menuitem', { name: t('viewer:hanging.save', { name }) })
    await expect(page.getByRole('menu').getByRole('menuitemradio').first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(save).toBeFocused()
    await waitForDeliberatePress(page)
    await page.keyboard.press('Enter')
    await expect(toast(page, t('viewer:hanging.saved', { name }))).toBeVisible()
    await page.reload()
    await expect(canvases(page)).toHaveCount(3)
    await layouts.click()
    await page.getByRole('menuitem', { name: t('viewer:hanging.reset') }).click()
    await expect(toast(page, t('viewer:hanging.resetDone', { name }))).toBeVisible()
    await page.reload()
    await expect(canvases(page)).toHaveCount(2)
  })
}

test('images are placed in the viewer, browsed in the strip, and hung by their views', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, t }
  await test.step('images are placed in the viewer grid by click, by drag and drop and by keyboard', () =>
    placeImages(flow))
  await test.step('the thumbnail strip shows seven images, scrolls by three, works by keyboard and can be hidden', async () =>
    scrollThumbnails({ ...flow, records: await addClinic(clinicFixture) }))
  await test.step('a thorax is hung by its views; wheel, keys and double click browse it, and the clinic saves its own layout', async () =>
    hangThorax({ ...flow, records: await addClinic(clinicFixture) }))
})

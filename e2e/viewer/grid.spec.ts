import { test } from '../clinic-day.ts'
import { expect } from '../fixtures.ts'
import { button, toast } from '../office.ts'
import {
  canvases,
  cell,
  openViewer,
  pickGrid,
  storeImage,
  storeStudy,
  thumbnail,
  thumbnails,
  whole,
} from './viewer-desk.ts'

test('images fill a grid, by click, by drop and by keyboard', async ({ page, day, t }) => {
  await storeStudy(day, 4)
  await openViewer(page, day.clinic.admin)
  await test.step('three by three have equal shares, and shrink row by row', async () => {
    await pickGrid(page, t, 3, 3)
    const boxes = await Promise.all(
      [1, 2, 3].flatMap((row) =>
        [1, 2, 3].map((column) => cell(page, t, row, column).boundingBox()),
      ),
    )
    const widths = boxes.map((box) => box?.width ?? 0)
    const heights = boxes.map((box) => box?.height ?? 0)
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1)
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1)
    await expect(canvases(page)).toHaveCount(4)

    await pickGrid(page, t, 1, 2)
    await expect(canvases(page)).toHaveCount(2)
    await expect(cell(page, t, 1, 1).getByText('Chest 1')).toBeVisible()
    await expect(cell(page, t, 1, 2).getByText('Chest 2')).toBeVisible()
  })

  await test.step('a cell can be emptied, and filled again', async () => {
    const first = cell(page, t, 1, 1)
    await button(first, t('viewer:cell.clear')).click()
    await expect(first.getByText(t('viewer:cell.emptyActive'))).toBeVisible()
    await thumbnail(page, t, 1).click()
    await expect(first.getByText('Chest 1')).toBeVisible()
  })

  await test.step('a thumbnail goes into the active cell or where it is dropped, but never twice', async () => {
    await cell(page, t, 1, 2).getByRole('application').click()
    await expect(cell(page, t, 1, 2)).toHaveAttribute('aria-current', 'true')
    await thumbnail(page, t, 3).click()
    await expect(cell(page, t, 1, 2).getByText('Chest 3')).toBeVisible()

    await thumbnail(page, t, 4).dragTo(cell(page, t, 1, 1))
    await expect(cell(page, t, 1, 1).getByText('Chest 4')).toBeVisible()
    await expect(cell(page, t, 1, 1)).toHaveAttribute('aria-current', 'true')

    await thumbnail(page, t, 3).click()
    const refusal = 'Cannot insert an image already existing in the grid'
    await expect(toast(page, refusal)).toBeVisible()
    await expect(cell(page, t, 1, 1).getByText('Chest 4')).toBeVisible()
  })

  await test.step('the picker works by keyboard', async () => {
    await button(page, t('viewer:grid.size')).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(cell(page, t, 2, 3)).toBeVisible()
    await expect(cell(page, t, 3, 1)).toHaveCount(0)
    await expect(cell(page, t, 1, 4)).toHaveCount(0)
  })
})

test('seven thumbnails are in sight and move by three, are worked by keyboard and put away', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(day, 11)
  await storeImage(day, 12, { BodyPartExamined: '', ViewPosition: '' })
  await openViewer(page, day.clinic.admin)
  const strip = thumbnails(page, t)
  await expect(strip.getByText(t('viewer:thumbnails.count_other', { count: 12 }))).toBeVisible()
  const inSight = () =>
    strip.locator('ul').evaluate((list) => {
      const { top, bottom } = list.getBoundingClientRect()
      return [...list.children]
        .map((tile, index) => ({ number: index + 1, box: tile.getBoundingClientRect() }))
        .filter(({ box }) => box.top >= top - 1 && box.bottom <= bottom + 1)
        .map(({ number }) => number)
    })
  expect(await inSight()).toEqual([1, 2, 3, 4, 5, 6, 7])
  const gap = await strip.locator('ul').evaluate((list) => {
    const [first, second] = [...list.children].map((tile) => tile.getBoundingClientRect())
    return (second?.top ?? 0) - (first?.bottom ?? 0)
  })
  expect(gap).toBeCloseTo(10, 0)
  await button(strip, t('viewer:thumbnails.after')).click()
  await expect.poll(inSight).toEqual([4, 5, 6, 7, 8, 9, 10])
  await button(strip, t('viewer:thumbnails.after')).click()
  await expect.poll(inSight).toEqual([6, 7, 8, 9, 10, 11, 12])
  // Of what nobody has named a part is said, too, what it is.
  await expect(thumbnail(page, t, 12)).toHaveAccessibleName('12: Unnamed image')
  await button(strip, t('viewer:thumbnails.before')).click()
  await expect.poll(async () => (await inSight())[0]).toBeLessThan(6)

  await thumbnail(page, t, 1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(cell(page, t, 1, 1).getByText('Chest 2')).toBeVisible()
  await page.keyboard.press('.')
  await expect(cell(page, t, 1, 1).getByText('Chest 3')).toBeVisible()
  await button(page, t('viewerPanel:sidebar')).click()
  await expect(thumbnails(page, t)).toHaveCount(0)
  await expect(whole(page)).toBeVisible()
})

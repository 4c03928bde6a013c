import { fullImage, openViewer, storeImage, viewportAt } from '../pages/viewer-page.ts'
import { button, row } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { expect, pageUrl } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

const noSpacing = { PixelSpacing: undefined, PixelSpacingCalibrationType: undefined }

test('on small screens the texts do not collide, and the side and the image stay in view', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  for (const [at, view] of ['LLAT', 'RLAT', 'VD'].entries())
    await storeImage(records, at + 1, {
      BodyPartExamined: 'CHEST',
      ViewPosition: view,
      SeriesDescription: `Chest ${view} R`,
      ...noSpacing,
    })
  await page.setViewportSize({ width: 1024, height: 768 })
  await openViewer(page, records.clinic.admin)
  const cells = page.getByRole('region', { name: t('viewer:grid.title') }).getByRole('group')
  await expect(cells).toHaveCount(2)
  const first = viewportAt(page, t, 1, 1)
  const side = first.getByText('Chest RLAT R', { exact: true })
  const lines = first.locator('p:visible').filter({ hasText: /./u })

  /** Pairs of lines of the first cell that cover each other. */
  const listCollisions = () =>
    lines.evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect())
      return boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter(
            (other) =>
              one.left < other.right - 1 &&
              other.left < one.right - 1 &&
              one.top < other.bottom - 1 &&
              other.top < one.bottom - 1,
          )
          .map((other) => [one.top, other.top]),
      )
    })
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
    [342, 192],
  ] as const)
    await test.step(`${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height })
      await first.scrollIntoViewIfNeeded()
      await expect(side).toBeInViewport({ ratio: 1 })
      await expect(first.getByText(t('viewer:overlay.notCalibrated'))).toBeVisible()
      await expect.poll(listCollisions).toEqual([])
    })

  await test.step('at 400 % the image fills most of the window after scrolling', async () => {
    const { y = 0, height = 0 } = (await first.boundingBox()) ?? {}
    expect(Math.min(192, y + height) - Math.max(0, y)).toBeGreaterThan(120)
  })

  await test.step('an upright phone opens the study with one image', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const layouts = page.waitForResponse(/\/hangingProtocol/iu)
    await page.goto('studylist')
    await row(page, 'Rex').click()
    // A press that comes right after the panel has opened was meant for the row.
    await waitForDeliberatePress(page)
    await button(page, t('studies:action.viewImages')).click()
    await expect(page).toHaveURL(pageUrl('viewer'))
    await (await layouts).finished()
    await expect(page.getByText('Chest LLAT R', { exact: true })).toBeVisible()
    await expect(fullImage(page)).toHaveCount(1)
    await expect(cells).toHaveCount(1)
  })

  await test.step('at 400 % the viewer opens at its top, and not at the thumbnails', async () => {
    await page.setViewportSize({ width: 342, height: 192 })
    await page.goto(page.url())
    await expect(fullImage(page)).toHaveCount(1)
    await expect(button(page, t('viewerPanel:back'))).toBeInViewport()
  })
})

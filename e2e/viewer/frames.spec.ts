import type { Page } from '@playwright/test'
import { test } from '../clinic-day.ts'
import { expect, expectAccessible } from '../fixtures.ts'
import { button } from '../office.ts'
import { stageOf, words } from './hand.ts'
import { draw, expectSaved, openStudy, openViewer, storeImage, whole } from './viewer-desk.ts'

const loop = { NumberOfFrames: 6, FrameTime: 100, ImageType: ['ORIGINAL', 'PRIMARY'] }

const frame = (page: Page) => page.locator('[data-frame]')
const onFrame = (page: Page, number: number) =>
  expect(frame(page)).toHaveAttribute('data-frame', String(number))
/** Looked for at every picture of the screen: a frame lasts a tenth of a second. */
const sees = (page: Page, number: number) =>
  page.waitForFunction(
    (wanted) => document.querySelector(`[data-frame='${wanted}']`) !== null,
    number,
  )
/** What the image itself looks like. */
const look = (page: Page) =>
  whole(page).evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())

test('a loop is gone through frame by frame, played, and drawn on; a radiograph beside it has no frames', async ({
  page,
  day,
  t,
}) => {
  test.slow()
  const { imageId } = await storeImage(day, 1)
  await storeImage(day, 2, loop)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/pixels\?/u.test(request.url())) asked.push(request.url())
  })
  await openViewer(page, day.clinic.admin)
  const stage = stageOf(page, t)
  await page.keyboard.press(',')
  await expect(frame(page)).toHaveCount(0)
  expect(asked.filter((url) => url.includes(`/${imageId}/`))).toEqual([])
  await page.keyboard.press('.')
  await onFrame(page, 1)
  await expect(whole(page)).toBeVisible()

  await test.step('frame by frame', async () => {
    await expect(frame(page)).toHaveText('1 / 6')
    await expectAccessible(page, '[data-viewer]')
    const first = await look(page)
    await page.keyboard.press('End')
    await onFrame(page, 6)
    await expect.poll(() => look(page)).not.toBe(first)
    await expect(button(page, t('viewer:frames.next'))).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Home')
    await onFrame(page, 1)
    await expect.poll(() => look(page)).toBe(first)
    await page.keyboard.press('Shift+>')
    await onFrame(page, 2)
    await page.keyboard.press('PageDown')
    await onFrame(page, 3)
    await page.keyboard.press('<')
    await onFrame(page, 2)
  })

  await test.step('played until somebody draws', async () => {
    await stage.focus()
    await page.keyboard.press('Space')
    await sees(page, 4)
    await sees(page, 1)
    await button(page, t('viewer:frames.pause')).click()
    await expect(button(page, t('viewer:frames.play'))).toBeVisible()

    await page.getByLabel(t('viewer:frames.rate')).selectOption('60')
    await page.keyboard.press('Escape')
    await button(page, t('viewer:frames.play')).click()
    await page.keyboard.press('l')
    await draw(page, stage, { x: 0.4, y: 0.4 }, { x: 0.6, y: 0.4 })
    await expect(button(page, t('viewer:frames.play'))).toBeVisible()
    await expect(words(page)).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect(words(page)).toHaveCount(0)
  })

  await test.step('a drawing belongs to its frame', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('PageDown')
    await onFrame(page, 2)
    await stage.hover()
    await page.keyboard.down('Shift')
    await page.mouse.wheel(0, 100)
    await page.keyboard.up('Shift')
    await onFrame(page, 3)
    await expect(page.getByText(t('viewer:frames.of', { frame: 3, frames: 6 }))).toBeVisible()
    await draw(page, stage, { x: 0.4, y: 0.4 }, { x: 0.6, y: 0.4 })
    await expect(words(page)).toHaveCount(1)
    await button(page, t('viewer:frames.next')).click()
    await onFrame(page, 4)
    await expect(words(page)).toHaveCount(0)
    await expectSaved(page)
  })

  await test.step('and leads there from the list of what was measured', async () => {
    await openStudy(page)
    await expect(whole(page)).toBeVisible()
    await page.keyboard.press('.')
    await onFrame(page, 1)
    await expect(words(page)).toHaveCount(0)
    await button(page, t('viewerPanel:panel')).click()
    const item = page.getByRole('tabpanel').getByRole('listitem')
    await expect(item).toContainText(t('viewer:frames.one', { frame: 3 }))
    await item.getByRole('button').first().click()
    await onFrame(page, 3)
    await expect(words(page)).toHaveCount(1)
  })
})

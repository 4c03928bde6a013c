import type { Page } from '@playwright/test'
import { uidFor } from '../../apps/server/src/testing/dicom-objects.ts'
import { test } from '../clinic-day.ts'
import { expect, tokenOf } from '../fixtures.ts'
import { button, toast } from '../office.ts'
import { servers } from '../servers.ts'
import { cell, draw, openViewer, storeStudy, whole } from './viewer-desk.ts'

const menu = (page: Page, name: string) => page.getByRole('menu', { name, exact: true })
const line = (page: Page, name: string) => page.getByRole('menuitemradio', { name })

test('a group opens and closes on its button, and closes on a press elsewhere', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  const name = t('viewerPanel:group.measure')
  await button(page, name).click()
  await expect(menu(page, name)).toBeVisible()
  await button(page, name).click()
  await expect(menu(page, name)).toBeHidden()
  await button(page, name).click()
  await cell(page, t, 1, 1).click({ position: { x: 20, y: 300 } })
  await expect(menu(page, name)).toBeHidden()

  await button(page, name).click()
  await line(page, t('measure:tool.cobb.name')).click()
  await expect(menu(page, name)).toBeHidden()
  await expect(button(page, `${name}: ${t('measure:tool.cobb.name')}`)).toBeVisible()
})

test('window/level is the tool to begin with, and another one takes its place', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  const window = button(page, t('viewerPanel:tool.windowLevel'))
  await expect(window).toHaveAttribute('aria-pressed', 'true')
  await button(page, t('measure:tool.length.name')).click()
  await expect(window).toHaveAttribute('aria-pressed', 'false')
  await expect(button(page, t('measure:tool.length.name'))).toHaveAttribute('aria-pressed', 'true')
})

test('the bar is one stop of the Tab key, and its buttons are reached by arrows', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  await button(page, t('viewerPanel:back')).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(button(page, t('viewerPanel:panel'))).toBeFocused()
  await page.keyboard.press('Home')
  await expect(button(page, t('viewerPanel:back'))).toBeFocused()
  await button(page, t('viewerPanel:group.annotate')).focus()
  await page.keyboard.press('Enter')
  await expect(line(page, t('measure:tool.arrow.name'))).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(line(page, t('measure:tool.comment.name'))).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, t('viewerPanel:group.annotate'))).toBeFocused()
  const stops = page.getByRole('toolbar').locator('button:not([tabindex="-1"]):visible')
  await expect(stops).toHaveCount(1)
})

test('without millimetres, what measures in them says why it is not there', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(day, 1, { PixelSpacing: undefined, PixelSpacingCalibrationType: undefined })
  await openViewer(page, day.clinic.admin)
  await button(page, t('viewerPanel:group.measure')).click()
  const bidirectional = line(page, t('measure:tool.bidirectional.name'))
  await expect(bidirectional).toHaveAttribute('aria-disabled', 'true')
  await expect(bidirectional).toContainText(t('viewerPanel:reason.spacing'))
  await page.keyboard.press('Escape')
  await button(page, t('viewerPanel:group.advanced')).click()
  await expect(line(page, t('measure:tool.tta.name'))).toHaveAttribute('aria-disabled', 'true')
  await expect(line(page, t('measure:tool.vhs.name'))).not.toHaveAttribute('aria-disabled', 'true')
})

test.describe('in a clinic for people', () => {
  test.use({ clinicType: 'Human' })
  test('there are no advanced tools', async ({ page, day, t }) => {
    await storeStudy(day, 1)
    await openViewer(page, day.clinic.admin)
    await expect(button(page, t('measure:tool.length.name'))).toBeVisible()
    await expect(button(page, t('viewerPanel:group.advanced'))).toHaveCount(0)
  })
})

test('the view is turned, undone, done again and reset', async ({ page, day, t }) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  const invert = button(page, t('viewerPanel:view.invert'))
  const reset = button(page, t('viewerPanel:reset'))
  await expect(reset).toHaveAttribute('aria-disabled', 'true')
  await invert.click()
  await button(page, t('viewerPanel:view.turnRight')).click()
  await button(page, t('viewerPanel:undo')).click()
  await button(page, t('viewerPanel:undo')).click()
  await expect(invert).toHaveAttribute('aria-pressed', 'false')
  await expect(reset).toHaveAttribute('aria-disabled', 'true')
  await button(page, t('viewerPanel:redo')).click()
  await expect(invert).toHaveAttribute('aria-pressed', 'true')
  await reset.click()
  await expect(invert).toHaveAttribute('aria-pressed', 'false')
})

test('a picture is saved, and the images are printed under the name of the patient', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  await expect(whole(page)).toBeVisible()
  await page.keyboard.press('l')
  const stage = cell(page, t, 1, 1).getByRole('application')
  await draw(page, stage, { x: 0.4, y: 0.3 }, { x: 0.6, y: 0.3 })

  const download = page.waitForEvent('download')
  await button(page, t('viewerPanel:picture.title')).click()
  await page.getByRole('menuitem', { name: t('viewerPanel:picture.save') }).click()
  expect((await download).suggestedFilename()).toMatch(/Rex.*\.png$/u)

  await page.evaluate(() => {
    Object.assign(globalThis, {
      print: () => document.documentElement.setAttribute('data-printed', ''),
    })
  })
  await button(page, t('viewerPanel:picture.title')).click()
  await page.getByRole('menuitem', { name: t('viewerPanel:picture.print') }).click()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('body > section')
  await expect(sheet.getByText('Keller Rex')).toBeVisible()
  await expect(sheet.getByRole('img')).toHaveCount(1)
  await expect(page.getByRole('toolbar')).toBeHidden()
})

test('the view and what is drawn are kept beside the image for other workstations', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  await expect(whole(page)).toBeVisible()
  await page.keyboard.press('l')
  const stage = cell(page, t, 1, 1).getByRole('application')
  await draw(page, stage, { x: 0.4, y: 0.3 }, { x: 0.6, y: 0.3 })
  await button(page, t('viewerPanel:picture.title')).click()
  await page.getByRole('menuitem', { name: t('viewerPanel:picture.keep') }).click()
  await expect(toast(page, t('viewerPanel:picture.kept'))).toBeVisible()

  const study = uidFor(`study ${day.clinic.name}`)
  const reply = await fetch(`${servers.local.api}dicom-web/studies/${study}/series?Modality=PR`, {
    headers: { authorization: `Bearer ${await tokenOf('local', day.clinic.admin)}` },
  })
  expect(await reply.json()).toHaveLength(1)
})

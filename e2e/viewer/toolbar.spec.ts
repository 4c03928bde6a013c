import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { test } from '../support/clinic-records.ts'
import { expect, getToken } from '../support/fixtures.ts'
import { button, toast } from '../support/clinic-fixture.ts'
import { servers } from '../support/servers.ts'
import {
  viewportAt,
  draw,
  imageSize,
  openViewer,
  pixelSpacing,
  storeStudy,
} from '../pages/viewer-page.ts'

const menu = (page: Page, name: string) => page.getByRole('menu', { name, exact: true })
const line = (page: Page, name: string) => page.getByRole('menuitemradio', { name })

test('the viewer toolbar has one active tool, groups that open and close, and one tab stop', async ({
  page,
  records,
  t,
}) => {
  await storeStudy(records, 1)
  await openViewer(page, records.clinic.admin)
  // With one image there is no grid to choose.
  await expect(button(page, t('viewer:grid.size'))).toHaveCount(0)

  await test.step('window/level is the default tool, and another one replaces it', async () => {
    const window = button(page, t('viewerPanel:tool.windowLevel'))
    const length = button(page, t('measure:tool.length.name'))
    await expect(window).toHaveAttribute('aria-pressed', 'true')
    await length.click()
    await expect(window).toHaveAttribute('aria-pressed', 'false')
    await expect(length).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('no button is beyond the edge of a small screen', async () => {
    for (const width of [1024, 1280, 1366]) {
      await page.setViewportSize({ width, height: 768 })
      const rights = await page
        .getByRole('toolbar')
        .locator('button:visible')
        .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().right))
      expect(Math.max(...rights)).toBeLessThanOrEqual(width)
      await expect(page.locator('[data-goes-on]')).toHaveCount(0)
    }
  })

  await test.step('its buttons are reached by arrows', async () => {
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

  await test.step('a group opens and closes on its button, and closes on a click outside', async () => {
    const name = t('viewerPanel:group.measure')
    await button(page, name).click()
    await expect(menu(page, name)).toBeVisible()
    await button(page, name).click()
    await expect(menu(page, name)).toBeHidden()
    await button(page, name).click()
    await viewportAt(page, t, 1, 1).click({ position: { x: 20, y: 300 } })
    await expect(menu(page, name)).toBeHidden()

    await button(page, name).click()
    await line(page, t('measure:tool.cobb.name')).click()
    await expect(menu(page, name)).toBeHidden()
    await expect(button(page, `${name}: ${t('measure:tool.cobb.name')}`)).toBeVisible()
  })
})

test.describe('in a human clinic', () => {
  test.use({ clinicType: 'Human' })

  test('a human clinic has no advanced tools; an image is rotated, saved, stored as a presentation state and printed', async ({
    page,
    records,
    t,
  }) => {
    await storeStudy(records, 1)
    await openViewer(page, records.clinic.admin)
    await expect(button(page, t('measure:tool.length.name'))).toBeVisible()
    await expect(button(page, t('viewerPanel:group.advanced'))).toHaveCount(0)

    await test.step('view changes are undone, redone and reset', async () => {
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

    await page.keyboard.press('l')
    const layer = viewportAt(page, t, 1, 1).getByRole('application')
    await draw(page, layer, { x: 0.4, y: 0.3 }, { x: 0.6, y: 0.3 })
    const choose = async (action: 'save' | 'keep' | 'print') => {
      await button(page, t('viewerPanel:picture.title')).click()
      // The print in true size comes after the print of the grid.
      await page
        .getByRole('menuitem', { name: t(`viewerPanel:picture.${action}`) })
        .first()
        .click()
    }

    await test.step('a snapshot is saved', async () => {
      const download = page.waitForEvent('download')
      await choose('save')
      const saved = await download
      expect(saved.suggestedFilename()).toMatch(/Rex.*\.png$/u)
      // The picture has the shape of the image, with two lines of text below it and no margins.
      const png = readFileSync(await saved.path())
      const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
      expect(width / (height - 60 * 2)).toBeCloseTo(imageSize.columns / imageSize.rows, 1)
    })

    await test.step('view and drawings are stored as a presentation state for other workstations', async () => {
      await choose('keep')
      await expect(toast(page, t('viewerPanel:picture.kept'))).toBeVisible()
      const study = toUid(`study ${records.clinic.name}`)
      const series = `${servers.local.api}dicom-web/studies/${study}/series`
      const reply = await fetch(`${series}?Modality=PR`, {
        headers: { authorization: `Bearer ${await getToken('local', records.clinic.admin)}` },
      })
      expect(await reply.json()).toHaveLength(1)
    })

    await test.step('the images are printed under the name of the patient', async () => {
      await page.evaluate(() => {
        Object.assign(globalThis, {
          // The sheet is removed after printing.
          print: () =>
            document.documentElement.setAttribute(
              'data-printed',
              document.querySelector('body > section:last-of-type')?.outerHTML ?? '',
            ),
        })
      })
      await choose('print')
      await page.emulateMedia({ media: 'print' })
      const sheet = page.locator('body > section')
      await expect(sheet.getByText('Keller Rex')).toBeVisible()
      await expect(sheet.getByRole('img')).toHaveCount(1)
      await expect(page.getByRole('toolbar')).toBeHidden()
      await page.emulateMedia({ media: 'screen' })
    })

    await test.step('an image is printed in true size, with a scale bar', async () => {
      await button(page, t('viewerPanel:picture.title')).click()
      await page.getByRole('menuitem', { name: t('viewerPanel:trueSize.print') }).click()
      const html = page.locator('html')
      await expect(html).toHaveAttribute('data-printed', />50 mm</u)
      const sheet = (await html.getAttribute('data-printed')) ?? ''
      const width = /width: (?<mm>[\d.]+)mm/u.exec(sheet)?.groups?.mm
      expect(Number(width)).toBeCloseTo(imageSize.columns * pixelSpacing, 0)
    })
  })
})

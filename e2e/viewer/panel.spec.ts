import { openPage } from '../support/navigate.ts'
import type { Page } from '@playwright/test'
import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { addClinic, test, type RecordsFlow } from '../support/clinic-records.ts'
import { pageUrl, dialog, expect, expectAccessible } from '../support/fixtures.ts'
import { button, enterAs, row, toast } from '../support/clinic-fixture.ts'
import type { createTranslator } from '../support/i18n-texts.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { createMouse, drawingLayer, formatTenths, drawingLabels, zoomByWheel } from './mouse.ts'
import {
  canvases,
  viewportAt,
  draw,
  enterViewer,
  showImage,
  storeStudy,
  thumbnails,
  fullImage,
} from '../pages/viewer-page.ts'

type Translate = ReturnType<typeof createTranslator>

async function openTab(page: Page, t: Translate, tab: 'measurements' | 'priors' | 'imageData') {
  if ((await page.getByRole('tablist').count()) === 0)
    await button(page, t('viewerPanel:panel')).click()
  await page.getByRole('tab', { name: t(`viewerPanel:tab.${tab}`), exact: true }).click()
  return page.getByRole('tabpanel')
}

/** Checks that the dialog shows the file of this image, and closes it. */
async function expectDumpOf(page: Page, image: string) {
  const form = dialog(page, 'DICOM Dump')
  await form.getByRole('searchbox').fill('(0008,0018)')
  const lines = form.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(lines).toHaveText([new RegExp(toUid(image).replaceAll('.', String.raw`\.`), 'u')])
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
}

async function useData({ page, records, t }: RecordsFlow) {
  await storeStudy(records, 1, {
    SOPInstanceUID: toUid(`earlier image ${records.clinic.name}`),
    StudyInstanceUID: toUid(`earlier study ${records.clinic.name}`),
    SeriesInstanceUID: toUid(`earlier series ${records.clinic.name}`),
    StudyDate: '20250105',
    SeriesDescription: 'Chest then',
  })
  await storeStudy(records, 2)
  await enterAs(page, records.clinic.admin, t)
  await openPage(page, 'studylist')
  await row(page, '2026-01-05').dblclick()
  await expect(page).toHaveURL(pageUrl('viewer'))
  await expect(fullImage(page)).toBeVisible()

  await test.step('measurements are listed; a remark, a deletion and an undo', async () => {
    const panel = await openTab(page, t, 'measurements')
    await expect(panel.getByText(t('viewerPanel:measurements.none'))).toBeVisible()
    await expectAccessible(page, 'aside')
    await page.keyboard.press('l')
    const layer = viewportAt(page, t, 1, 1).getByRole('application')
    await draw(page, layer, { x: 0.4, y: 0.4 }, { x: 0.6, y: 0.4 })
    const name = t('measure:tool.length.name')
    const value = await page.locator('svg[data-drawings-of] text').first().textContent()
    const item = panel.getByRole('listitem').filter({ hasText: name })
    await expect(item).toContainText(value?.replace(/^L /u, '') ?? 'nothing')

    await button(item, t('viewerPanel:measurements.remarkOn', { name })).click()
    await page.keyboard.type('left kidney')
    await page.keyboard.press('Enter')
    await expect(item).toContainText('left kidney')

    await button(item, t('viewerPanel:measurements.deleteOne', { name })).click()
    await expect(item).toHaveCount(0)
    await button(page, t('viewerPanel:undo')).click()
    await expect(item).toContainText('left kidney')
  })

  await test.step('the same body part and view of an earlier study is shown beside the image, with linked zoom', async () => {
    const panel = await openTab(page, t, 'priors')
    const compare = t('viewerPanel:priors.compare', { image: 'Chest VD' })
    await button(panel, compare).click()
    await expect(fullImage(page)).toHaveCount(2)
    const [now, then] = [viewportAt(page, t, 1, 1), viewportAt(page, t, 1, 2)]
    await expect(then.getByText('Chest then')).toBeVisible()
    await expect(now).toHaveAttribute('aria-current', 'true')
    await expectAccessible(page, 'aside')

    const readZoom = (viewport: typeof now) =>
      viewport.getByText(/^Zoom/u).evaluate((label) => label.textContent)
    const before = await readZoom(then)
    await now.getByRole('application').hover({ position: { x: 150, y: 250 } })
    await zoomByWheel(page, -300)
    await expect.poll(() => readZoom(then)).not.toBe(before)
    expect(await readZoom(then)).toBe(await readZoom(now))

    await panel.getByRole('switch', { name: t('viewerPanel:priors.link') }).press('Space')
    const alone = await readZoom(then)
    await now.getByRole('application').hover({ position: { x: 150, y: 250 } })
    await zoomByWheel(page, -300)
    await expect.poll(() => readZoom(now)).not.toBe(alone)
    expect(await readZoom(then)).toBe(alone)

    // The forms apply to the active image, also when it belongs to an earlier study.
    await then.getByRole('application').focus()
    await expect(then).toHaveAttribute('aria-current', 'true')
    await button(page.getByRole('toolbar'), t('studies:imageForms')).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Send Email',
      'DICOM Send',
      'Download Images',
      'Edit DICOM Annotations',
      'DICOM Dump',
    ])
    await page.getByRole('menuitem', { name: 'DICOM Dump', exact: true }).click()
    await expectDumpOf(page, `earlier image ${records.clinic.name}`)
    await now.getByRole('application').focus()

    await button(panel, t('viewerPanel:priors.stop')).click()
    await expect(canvases(page)).toHaveCount(1)
    await expect(page.getByText('Chest then')).toHaveCount(0)
  })

  await test.step('the data of the active image can be read', async () => {
    const panel = await openTab(page, t, 'imageData')
    const fact = (name: string) =>
      panel.locator('dl > div').filter({ hasText: name }).getByRole('definition')
    await expect(fact(t('viewerPanel:fact.dimensions'))).toHaveText('400 × 300')
    await expect(fact(t('viewerPanel:fact.spacing'))).toHaveText('0.5 × 0.5 mm')
    await expect(fact(t('viewerPanel:fact.institution'))).toHaveText('Mill Road Animal Clinic')
    await page.keyboard.press('ArrowLeft')
    await expectAccessible(page, 'aside')

    await openTab(page, t, 'imageData')
    await showImage(page, t, 2)
    await button(panel, 'DICOM Dump').click()
    await expectDumpOf(page, `image ${records.clinic.name} 2`)
    await button(panel.locator('..'), t('viewerPanel:closePanel')).click()
    await expect(panel).toHaveCount(0)
  })

  await test.step('beside an image of the earlier study, the later one is named so', async () => {
    await page.goBack()
    await row(page, '2025-01-05').dblclick()
    await expect(fullImage(page)).toHaveCount(1)
    const panel = await openTab(page, t, 'priors')
    await button(panel, t('viewerPanel:priors.compare', { image: 'Chest VD' }))
      .first()
      .click()
    await expect(fullImage(page)).toHaveCount(2)
    const other = viewportAt(page, t, 1, 2)
    await expect(other.getByText(t('viewer:overlay.later', { day: '2026-01-05' }))).toBeVisible()
  })
}

async function measureVhs({ page, records, t }: RecordsFlow) {
  await storeStudy(records, 2)
  await enterViewer(page, records.clinic.admin, t)
  const layer = drawingLayer(page, t)
  const box = async () => (await layer.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await openTab(page, t, 'measurements')
  const panel = page.getByRole('complementary', { name: t('viewerPanel:panel') })
  const guide = page.getByRole('region', { name: t('measure:guide.label') })
  const { height } = await box()
  await page.keyboard.press('Shift+V')
  await expect(guide.getByRole('status')).toHaveText(t('measure:tool.vhs.step.vertebrae'))
  // The guide does not move the image.
  expect((await box()).height).toBe(height)

  await test.step('the score is measured in two steps, and not outside of the image', async () => {
    const mouse = await createMouse(page, layer)
    await mouse.drag([-150, -100], [100, 2000])
    await expect(toast(page, t('measure:refused.outside'))).toBeVisible()

    await mouse.drag([-150, -100], [100, -100])
    await expect(guide.getByRole('status')).toHaveText(t('measure:tool.vhs.step.heart'))
    await expect(drawingLabels(page)).toHaveCount(0)
    await mouse.drag([100, -50], [-50, 150])
    await expect(guide.getByRole('status')).toHaveText(t('measure:tool.vhs.step.heartAcross'))
    await expect(drawingLabels(page)).toHaveCount(0)
    await mouse.drag([-25, 12], [75, 87])
    // The heart is 250 pixels long and half as wide; a vertebra is a fifth of 250.
    await expect(drawingLabels(page)).toHaveText(['VHS 7.500 v'])
    await expect(guide).toContainText(`${formatTenths(mouse.toMm(250))} mm`)
  })

  await test.step('it is below the reference of dogs', async () => {
    await expect(panel.getByText('VHS 7.500 v', { exact: true })).toBeVisible()
    await expect(panel.getByText(t('viewerPanel:reference.below'))).toBeVisible()
    const range = t('viewerPanel:reference.between', { low: '8.5', high: '10.5 v' })
    await expect(
      panel.getByText(t('viewerPanel:reference.population.dogs', { range })),
    ).toBeVisible()
  })

  await test.step('the panel and the guide do not cover the image', async () => {
    // The result replaces the instruction of the step.
    await expect(guide).toContainText(t('measure:guide.notDiagnosis'))
    expect((await box()).height).toBe(height)
    await expectAccessible(page, '[data-viewer]')
    // A tablet in portrait orientation, and a phone.
    for (const size of [
      { width: 820, height: 1180 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await expect
        .poll(async () => {
          const image = await box()
          const below = await panel.boundingBox()
          return below && image.height > 150 && below.y >= image.y + image.height - 1
        })
        .toBe(true)
    }
    await expectAccessible(page, '[data-viewer]')
    await expect(thumbnails(page, t)).toBeHidden()
    await button(page, t('viewerPanel:closePanel')).click()
    await expect(thumbnails(page, t)).toBeVisible()
  })

  // One stroke each: the short axis, then the long one.
  await button(page, t('measure:guide.removeLast')).click()
  await expect(guide.getByRole('status')).toHaveText(t('measure:tool.vhs.step.heartAcross'))
  await waitForDeliberatePress(page)
  await button(page, t('measure:guide.removeLast')).click()
  await expect(guide.getByRole('status')).toHaveText(t('measure:tool.vhs.step.heart'))
  await expect(drawingLabels(page)).toHaveCount(0)
}

test('the viewer panel shows measurements, image data, an earlier study and a reference', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, t }
  await test.step('the viewer panel lists measurements and image data, and shows an earlier study beside the image', () =>
    useData(flow))
  await test.step('a VHS is measured in two steps and compared with the reference of dogs; panel and guide do not cover the image', async () =>
    measureVhs({ ...flow, records: await addClinic(clinicFixture) }))
})

import type { Page } from '@playwright/test'
import { uidFor } from '../../apps/server/src/testing/dicom-objects.ts'
import { test } from '../clinic-day.ts'
import { at, dialog, expect, expectAccessible } from '../fixtures.ts'
import { button, enter, row, toast } from '../office.ts'
import type { wordsIn } from '../words.ts'
import { handOn, stageOf, take, tenths, words } from './hand.ts'
import {
  canvases,
  cell,
  draw,
  openViewer,
  show,
  storeStudy,
  thumbnails,
  whole,
} from './viewer-desk.ts'

type Words = ReturnType<typeof wordsIn>

async function openTab(page: Page, t: Words, tab: 'measurements' | 'priors' | 'imageData') {
  if ((await page.getByRole('tablist').count()) === 0)
    await button(page, t('viewerPanel:panel')).click()
  await page.getByRole('tab', { name: t(`viewerPanel:tab.${tab}`), exact: true }).click()
  return page.getByRole('tabpanel')
}

/** That the window shows what is in the file of this image, and closes. */
async function expectDumpOf(page: Page, image: string) {
  const form = dialog(page, 'DICOM Dump')
  await form.getByRole('searchbox').fill('(0008,0018)')
  const lines = form.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(lines).toHaveText([new RegExp(uidFor(image).replaceAll('.', String.raw`\.`), 'u')])
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
}

test('the panel: what is measured, the data of the image, and an earlier study beside it', async ({
  page,
  day,
  t,
}) => {
  test.slow()
  await storeStudy(day, 1, {
    SOPInstanceUID: uidFor(`earlier image ${day.clinic.name}`),
    StudyInstanceUID: uidFor(`earlier study ${day.clinic.name}`),
    SeriesInstanceUID: uidFor(`earlier series ${day.clinic.name}`),
    StudyDate: '20250105',
    SeriesDescription: 'Chest then',
  })
  await storeStudy(day, 2)
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  await row(page, '2026-01-05').dblclick()
  await expect(page).toHaveURL(at('viewer'))
  await expect(whole(page)).toBeVisible()

  await test.step('what is measured stands in the list; a remark, a deletion and an undo', async () => {
    const panel = await openTab(page, t, 'measurements')
    await expect(panel.getByText(t('viewerPanel:measurements.none'))).toBeVisible()
    await expectAccessible(page, 'aside')
    await page.keyboard.press('l')
    const stage = cell(page, t, 1, 1).getByRole('application')
    await draw(page, stage, { x: 0.4, y: 0.4 }, { x: 0.6, y: 0.4 })
    const name = t('measure:tool.length.name')
    const told = await page.locator('svg[data-drawings-of] text').first().textContent()
    const item = panel.getByRole('listitem').filter({ hasText: name })
    await expect(item).toContainText(told?.replace(/^L /u, '') ?? 'nothing')

    await button(item, t('viewerPanel:measurements.remarkOn', { name })).click()
    await page.keyboard.type('left kidney')
    await page.keyboard.press('Enter')
    await expect(item).toContainText('left kidney')

    await button(item, t('viewerPanel:measurements.deleteOne', { name })).click()
    await expect(item).toHaveCount(0)
    await button(page, t('viewerPanel:undo')).click()
    await expect(item).toContainText('left kidney')
  })

  await test.step('the same part and view of an earlier study comes beside the image, and goes along', async () => {
    const panel = await openTab(page, t, 'priors')
    const compare = t('viewerPanel:priors.compare', { image: 'Chest VD' })
    await button(panel, compare).click()
    await expect(whole(page)).toHaveCount(2)
    const [now, then] = [cell(page, t, 1, 1), cell(page, t, 1, 2)]
    await expect(then.getByText('Chest then')).toBeVisible()
    await expect(now).toHaveAttribute('aria-current', 'true')
    await expectAccessible(page, 'aside')

    const zoomOf = (place: typeof now) =>
      place.getByText(/^Zoom/u).evaluate((words) => words.textContent)
    const before = await zoomOf(then)
    await now.getByRole('application').hover({ position: { x: 150, y: 250 } })
    await page.mouse.wheel(0, -300)
    await expect.poll(() => zoomOf(then)).not.toBe(before)
    expect(await zoomOf(then)).toBe(await zoomOf(now))

    await panel.getByRole('switch', { name: t('viewerPanel:priors.link') }).press('Space')
    const alone = await zoomOf(then)
    await now.getByRole('application').hover({ position: { x: 150, y: 250 } })
    await page.mouse.wheel(0, -300)
    await expect.poll(() => zoomOf(now)).not.toBe(alone)
    expect(await zoomOf(then)).toBe(alone)

    // The forms are about what somebody looks at, also where it is of an earlier study.
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
    await expectDumpOf(page, `earlier image ${day.clinic.name}`)
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
    await show(page, t, 2)
    await button(panel, 'DICOM Dump').click()
    await expectDumpOf(page, `image ${day.clinic.name} 2`)
    await button(panel.locator('..'), t('viewerPanel:closePanel')).click()
    await expect(panel).toHaveCount(0)
  })
})

test('a heart is measured in two steps, set against those of dogs, and leaves the image its place', async ({
  page,
  day,
  t,
}) => {
  test.slow()
  await storeStudy(day, 2)
  await openViewer(page, day.clinic.admin)
  const stage = stageOf(page, t)
  const box = async () => (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await openTab(page, t, 'measurements')
  const panel = page.getByRole('complementary', { name: t('viewerPanel:panel') })
  const guide = page.getByRole('region', { name: t('measure:guide.label') })
  await take(page, t, 'advanced', t('measure:tool.vhs.name'))
  await expect(guide.getByRole('status')).toHaveText(t('measure:tool.vhs.step.vertebrae'))
  const { height } = await box()

  await test.step('in two steps, and not outside of the image', async () => {
    const hand = await handOn(page, stage)
    await hand.drag([-150, -100], [100, 2000])
    await expect(toast(page, t('measure:told.outside'))).toBeVisible()

    await hand.drag([-150, -100], [100, -100])
    await expect(guide.getByRole('status')).toHaveText(t('measure:tool.vhs.step.heart'))
    await expect(words(page)).toHaveCount(0)
    await hand.drag([100, -50], [-50, 150])
    // 250 pixels long and half as wide, by a fifth of 250.
    await expect(words(page)).toHaveText(['VHS 7.500 v'])
    await expect(guide).toContainText(`${tenths(hand.mm(250))} mm`)
  })

  await test.step('less than those of dogs', async () => {
    await expect(panel.getByText('VHS 7.500 v', { exact: true })).toBeVisible()
    await expect(panel.getByText(t('viewerPanel:reference.below'))).toBeVisible()
    const range = t('viewerPanel:reference.between', { low: '8.5', high: '10.5 v' })
    await expect(
      panel.getByText(t('viewerPanel:reference.population.dogs', { range })),
    ).toBeVisible()
  })

  await test.step('the panel and the guide leave the images their place', async () => {
    // What comes of a step stands where the words of the step stood.
    await expect(guide).toContainText(t('measure:guide.notDiagnosis'))
    expect((await box()).height).toBe(height)
    await expectAccessible(page, '[data-viewer]')
    // A tablet that is held upright, and a phone.
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

  await button(page, t('measure:guide.removeLast')).click()
  await expect(guide.getByRole('status')).toHaveText(t('measure:tool.vhs.step.heart'))
  await expect(words(page)).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import { uidFor } from '../../apps/server/src/testing/dicom-objects.ts'
import { test } from '../clinic-day.ts'
import { at, expect, expectAccessible } from '../fixtures.ts'
import { button, enter, row } from '../office.ts'
import type { wordsIn } from '../words.ts'
import { canvases, cell, draw, openViewer, storeStudy, whole } from './viewer-desk.ts'

type Words = ReturnType<typeof wordsIn>

async function openTab(page: Page, t: Words, tab: 'measurements' | 'priors' | 'imageData') {
  if ((await page.getByRole('tablist').count()) === 0)
    await button(page, t('viewerPanel:panel')).click()
  await page.getByRole('tab', { name: t(`viewerPanel:tab.${tab}`), exact: true }).click()
  return page.getByRole('tabpanel')
}

test('what is measured stands in the list; a remark, a deletion and an undo', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
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

test('a heart score is set against those of dogs', async ({ page, day, t }) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  const panel = await openTab(page, t, 'measurements')
  await button(page, t('viewerPanel:group.advanced')).click()
  await page.getByRole('menuitemradio', { name: t('measure:tool.vhs.name') }).click()
  const stage = cell(page, t, 1, 1).getByRole('application')
  await draw(page, stage, { x: 0.3, y: 0.3 }, { x: 0.7, y: 0.3 })
  await draw(page, stage, { x: 0.5, y: 0.4 }, { x: 0.5, y: 0.7 })
  await expect(panel.getByText(/^VHS \d+\.\d{3} v$/u)).toBeVisible()
  await expect(panel.getByText(t('viewerPanel:reference.below'))).toBeVisible()
  await expect(
    panel.getByText(
      t('viewerPanel:reference.population.dogs', {
        range: t('viewerPanel:reference.between', { low: '8.5', high: '10.5 v' }),
      }),
    ),
  ).toBeVisible()
})

test('the same part and view of an earlier study comes beside the image, and goes along', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(day, 1, {
    SOPInstanceUID: uidFor(`earlier image ${day.clinic.name}`),
    StudyInstanceUID: uidFor(`earlier study ${day.clinic.name}`),
    SeriesInstanceUID: uidFor(`earlier series ${day.clinic.name}`),
    StudyDate: '20250105',
    SeriesDescription: 'Chest then',
  })
  await storeStudy(day, 1)
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  await row(page, '2026-01-05').dblclick()
  await expect(page).toHaveURL(at('viewer'))
  await expect(whole(page)).toBeVisible()
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

  await button(panel, t('viewerPanel:priors.stop')).click()
  await expect(canvases(page)).toHaveCount(1)
  await expect(page.getByText('Chest then')).toHaveCount(0)
})

test('the data of the active image can be read', async ({ page, day, t }) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  const panel = await openTab(page, t, 'imageData')
  const fact = (name: string) =>
    panel.locator('dl > div').filter({ hasText: name }).getByRole('definition')
  await expect(fact(t('viewerPanel:fact.dimensions'))).toHaveText('400 × 300')
  await expect(fact(t('viewerPanel:fact.spacing'))).toHaveText('0.5 × 0.5 mm')
  await expect(fact(t('viewerPanel:fact.institution'))).toHaveText('Mill Road Animal Clinic')
  await page.keyboard.press('ArrowLeft')
  await expectAccessible(page, 'aside')
  await button(panel.locator('..'), t('viewerPanel:closePanel')).click()
  await expect(panel).toHaveCount(0)
})

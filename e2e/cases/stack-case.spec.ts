import type { Page } from '@playwright/test'
import { test } from '../pages/case-fixture.ts'
import { openCase, openCaseViewer } from '../pages/case-page.ts'
import { submitCase, takeCase } from '../pages/case-records.ts'
import { draw, fullImage } from '../pages/viewer-page.ts'
import { button, signInAs, toast } from '../support/clinic-fixture.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import type { Translate } from '../support/i18n-texts.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { listFlowLanguages } from '../support/flow-languages.ts'
import { layer, pressCommand, readReduced, seriesList } from '../stacks/stack-page.ts'
import { storeSlices } from './case-slices.ts'

const stackViewer = (page: Page) => page.locator('[data-stack-viewer]')

type Tab = 'request' | 'measurements' | 'priors' | 'imageData'

async function showTab(page: Page, t: Translate, name: Tab) {
  await page.getByRole('tab', { name: t(`caseReading:reference.${name}`), exact: true }).click()
  return page.getByRole('tabpanel', { name: t(`caseReading:reference.${name}`), exact: true })
}

for (const language of listFlowLanguages('fr'))
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('the radiologist of a CT case views the earlier radiographs beside the slices', async ({
      page,
      records,
      t,
      radiologist,
    }) => {
      test.slow()
      const slices = await storeSlices(records, 'Lungs', 6)
      const caseId = await submitCase(records, { studyId: slices.studyId, modality: 'CT' })
      const attached = await records.api('POST', `radcase/${String(caseId)}/images`, {
        imageIds: slices.imageIds,
      })
      expect(attached.status).toBe(200)
      await takeCase(radiologist, caseId)
      await signInAs(page, radiologist.username, language)
      await page.setViewportSize({ width: 1366, height: 768 })
      await openCase(page, caseId)
      await expect(layer(page)).toBeVisible()

      await test.step('no tab beside the slices is empty', async () => {
        const measurements = await showTab(page, t, 'measurements')
        await expect(measurements).toContainText(t('caseReading:slices.measurementsText'))
        const imageData = await showTab(page, t, 'imageData')
        await expect(imageData).toContainText(t('caseReading:slices.imageDataText'))
      })

      await test.step('the tab of earlier studies opens a radiograph, and the slices again', async () => {
        const priors = await showTab(page, t, 'priors')
        const pictures = priors.getByRole('listitem').getByRole('listitem').getByRole('button')
        await expect(pictures).toHaveCount(2)
        await expectAccessible(page)
        await pictures.nth(1).click()
        await expect(fullImage(page)).toBeVisible()
        await expect(stackViewer(page)).toHaveCount(0)
        // The other study of the case is listed now, with a button for its series.
        await waitForDeliberatePress(page)
        await button(priors, t('viewer:viewers.stacks')).click()
        await expect(stackViewer(page)).toBeVisible()
      })

      await test.step('a crop of a slice becomes a picture of the case', async () => {
        await pressCommand(page, t, t('viewerPanel:tool.crop'))
        await draw(page, layer(page), { x: 0.4, y: 0.4 }, { x: 0.65, y: 0.7 })
        await waitForDeliberatePress(page)
        await button(page, t('measure:crop.accept')).click()
        await expect(toast(page, t('caseReading:crop.done'))).toBeVisible()
        await showTab(page, t, 'request')
        const cards = page.getByRole('list', { name: t('caseReading:part.radiographs') })
        const name = new RegExp(`${t('caseReading:crop.name')}\\.png`, 'u')
        const picture = cards.getByRole('listitem').filter({ hasText: name }).locator('img')
        await expect(picture).toBeVisible()
        // A part of the viewport, and not an empty picture.
        const levels = await readReduced(picture)
        expect(new Set(levels).size).toBeGreaterThan(3)
      })

      await test.step('the case viewer has the same way', async () => {
        await waitForDeliberatePress(page)
        await openCaseViewer(page, t)
        const list = seriesList(page, t('stacks:list'))
        await list
          .getByRole('button', { name: t('viewer:viewers.count_other', { count: 2 }) })
          .click()
        await expect(fullImage(page)).toBeVisible()
        await expect(stackViewer(page)).toHaveCount(0)
        await waitForDeliberatePress(page)
        await pressCommand(page, t, t('viewer:viewers.stacks'))
        await expect(stackViewer(page)).toBeVisible()
      })
    })
  })

test('the radiologist of radiographs opens the CT of an earlier study', async ({
  page,
  records,
  t,
  assignedCase: caseId,
  radiologist,
}) => {
  test.slow()
  const { imageIds } = await storeSlices(records, 'Lungs', 6)
  const attached = await records.api('POST', `radcase/${String(caseId)}/images`, { imageIds })
  expect(attached.status).toBe(200)
  await signInAs(page, radiologist.username)
  await openCase(page, caseId)
  await expect(fullImage(page).first()).toBeVisible()
  const priors = await showTab(page, t, 'priors')
  await waitForDeliberatePress(page)
  await button(priors, t('viewer:viewers.stacks')).click()
  await expect(layer(page)).toBeVisible()
  await expect(stackViewer(page)).toBeVisible()
  const pictures = priors.getByRole('listitem').getByRole('listitem').getByRole('button')
  await expect(pictures).toHaveCount(2)
  await pictures.first().click()
  await expect(fullImage(page).first()).toBeVisible()
})

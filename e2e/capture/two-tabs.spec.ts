import type { Page } from '@playwright/test'
import { signInAs } from '../support/clinic-fixture.ts'
import { createCapturePage, processingTimeout, stopCapture } from '../pages/capture-page.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { expect, test } from './capture-fixture.ts'

async function planStudy(records: ClinicRecords, name: string) {
  const study = await records.createStudy(await records.createPatient(name))
  await records.api('POST', `study/${study}/annotations`, {
    bodyPart: 'Chest',
    bodyPartView: 'RLAT',
    animalSize: 'Large',
  })
  return study
}

/** The time that a short request of the page takes; it fails if no connection is free. */
const measureRequest = (page: Page) =>
  page.evaluate(async () => {
    const started = performance.now()
    const response = await fetch('/api/health', { signal: AbortSignal.timeout(3000) })
    if (!response.ok) throw new Error(String(response.status))
    return performance.now() - started
  })

/** Every page of this context counts as visible and focused, so none of them pauses its stream. */
test('two capture tabs and two lists in one browser do not block each other while one is armed', async ({
  page,
  context,
  records,
  simulator,
  t,
}) => {
  test.slow()
  const rex = await planStudy(records, 'Rex')
  const luna = await planStudy(records, 'Luna')
  await signInAs(page, records.clinic.admin)
  await page.goto(`general?studyId=${rex}`)
  const first = createCapturePage(page, t)
  const panelOf = ({ chip }: typeof first) => chip(t('devices:chip.panel'))
  await expect(panelOf(first)).toContainText(t('devices:state.Ready'))
  await first.start('xray').click()
  await expect(first.start('waiting')).toBeVisible()

  const other = await context.newPage()
  const lists = [await context.newPage(), await context.newPage()]
  const second = createCapturePage(other, t)
  await test.step('the tab of another animal says that the X-ray is in use', async () => {
    await other.goto(`general?studyId=${luna}`)
    await expect(other.getByRole('status').filter({ hasText: 'armed for' })).toContainText('Rex')
    await expect(second.start('inUse')).toBeVisible()
  })

  await test.step('two more tabs show the studies and follow their changes', async () => {
    for (const list of lists) {
      await list.goto('studylist')
      await expect(list.getByText('Luna', { exact: true })).toBeVisible(processingTimeout)
    }
    await records.createStudy(await records.createPatient('Minka'))
    for (const list of lists) await expect(list.getByText('Minka', { exact: true })).toBeVisible()
  })

  await test.step('short requests of every tab answer, and the first tab stays armed', async () => {
    // Longer than two polls of the sensor, whose failure makes it unavailable.
    for (let round = 0; round < 12; round += 1) {
      for (const tab of [page, other, ...lists])
        expect(await measureRequest(tab)).toBeLessThan(3000)
      await expect(first.start('waiting')).toBeVisible()
      await page.waitForTimeout(1000)
    }
    for (const capture of [first, second])
      await expect(capture.chip(t('devices:chip.generator'))).not.toContainText(
        t('devices:generator.silent'),
      )
    await expect(panelOf(first)).not.toContainText(t('devices:short.NotAvailable'))
  })

  await test.step('a press in the first tab cancels, and the second tab can start', async () => {
    await stopCapture(first, t)
    await simulator.waitForState('Ready', 'general')
    await expect(second.start('xray')).toBeEnabled()
  })
  for (const tab of [other, ...lists]) await tab.close()
})

import type { Browser } from '@playwright/test'
import { button, signInAs } from '../support/clinic-fixture.ts'
import type { ClinicFixture } from '../support/clinic-fixture.ts'
import { createCapturePage, processingTimeout } from '../pages/capture-page.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { servers } from '../support/servers.ts'
import { openPage } from '../support/navigate.ts'
import { expect, test, type CaptureFlow } from './capture-fixture.ts'
import { findChestTechnique } from './chest-technique.ts'

/** A browser on another computer, in which a colleague of the clinic is signed in. */
async function openColleague(browser: Browser, clinic: ClinicFixture, records: ClinicRecords) {
  const { username } = await clinic.createUser(records.clinic, 'colleague', { operator: true })
  const context = await browser.newContext({ baseURL: servers.local.base })
  const page = await context.newPage()
  await signInAs(page, username)
  return page
}

async function planStudy(records: ClinicRecords, name: string, bodyPartView: string) {
  const study = await records.createStudy(await records.createPatient(name))
  await records.api('POST', `study/${study}/annotations`, {
    bodyPart: 'Chest',
    bodyPartView,
    animalSize: 'Large',
  })
  return study
}

test('while one user is armed, a colleague sees for whom, changes nothing, and can start afterwards', async ({
  page,
  browser,
  records,
  clinicFixture,
  simulator,
  t,
}) => {
  test.slow()
  const rex = await planStudy(records, 'Rex', 'RLAT')
  const luna = await planStudy(records, 'Luna', 'VD')
  const display = async () => (await simulator.readState()).generator?.status
  const own = { ...findChestTechnique('RLAT'), pw: 1 }

  await signInAs(page, records.clinic.admin)
  await page.goto(`general?studyId=${rex}`)
  const first = createCapturePage(page, t)
  await expect(first.selected).toHaveAccessibleName(/^Chest RLAT/u)
  await expect.poll(display).toMatchObject(own)
  await first.start('xray').click()
  await expect(first.start('waiting')).toBeVisible()

  const other = await openColleague(browser, clinicFixture, records)
  const second = createCapturePage(other, t)
  const banner = other.getByRole('status').filter({ hasText: 'armed for' })

  await test.step('the page of another animal says for whom the X-ray is armed', async () => {
    await other.goto(`general?studyId=${luna}`)
    await expect(banner).toContainText(/armed for Rex by .*Keller.* since \d\d:\d\d/u)
    await expect(second.start('inUse')).toHaveAccessibleDescription(
      t('capture:start.obstacle.inUse'),
    )
    await expect(other.getByText(t('capture:start.waiting'))).toHaveCount(0)
    await expect(second.chip(t('devices:chip.generator'))).toContainText(
      t('devices:generator.inUse'),
    )
    expect(await display()).toMatchObject(own)
  })

  await test.step('neither an annotation nor a key nor the boxes set the generator', async () => {
    await second.annotation('Chest VD').click()
    for (const key of ['x', 'Enter', 'j', 'k', 's', 'l']) await other.keyboard.press(key)
    const technique = other.getByRole('group', { name: t('devices:technique.title') })
    await button(technique, t('devices:technique.more', { unit: 'kV' })).click({ force: true })
    await technique.getByRole('spinbutton').first().focus()
    await other.keyboard.press('ArrowUp')
    await expect(second.cancelDialog).toHaveCount(0)
    expect(await display()).toMatchObject(own)
    await expect(first.start('waiting')).toBeVisible()
    // The last of two quick changes of the size counts.
    const readPlan = async () =>
      (await records.api<unknown>('GET', `study/${luna}/annotations`)).body
    await expect.poll(readPlan).toMatchObject([{ bodyPartView: 'VD', animalSize: 'Large' }])
  })

  await test.step('a sign-out of the colleague leaves the power on', async () => {
    await other.goto('logout')
    await expect(other.getByRole('textbox', { name: t('auth:field.username') })).toBeVisible()
    expect(await display()).toMatchObject(own)
    await expect(first.start('waiting')).toBeVisible()
  })

  await test.step('the first user takes the image with the values of their own page', async () => {
    await simulator.expose()
    await expect(first.slides).toHaveCount(1, processingTimeout)
    expect(await display()).toMatchObject(own)
  })

  await test.step('the colleague can start by themselves when the first user has finished', async () => {
    const { username } = await clinicFixture.createUser(records.clinic, 'third', { operator: true })
    await signInAs(other, username)
    await other.goto(`general?studyId=${luna}`)
    await expect(banner).toBeVisible()
    await first.finish.click()
    await expect(banner).toHaveCount(0)
    await expect(second.start('xray')).toBeEnabled()
    // The technique of the second animal is sent only now.
    await expect.poll(display).toMatchObject({ ...findChestTechnique('VD'), pw: 1 })
    await second.start('xray').click()
    await expect(second.start('waiting')).toBeVisible()
    await simulator.expose()
    await expect(second.slides).toHaveCount(1, processingTimeout)
    await second.finish.click()
  })
  await other.context().close()
})

test('an exposure is made with the values of its page, even if a colleague has set others before the start', async ({
  page,
  browser,
  records,
  clinicFixture,
  simulator,
  t,
}) => {
  test.slow()
  const rex = await planStudy(records, 'Rex', 'RLAT')
  const luna = await planStudy(records, 'Luna', 'VD')
  const own = findChestTechnique('RLAT')
  const display = async () => (await simulator.readState()).generator?.status
  await signInAs(page, records.clinic.admin)
  await page.goto(`general?studyId=${rex}`)
  const first = createCapturePage(page, t)
  await expect.poll(display).toMatchObject({ kv: own.kv })
  const technique = page.getByRole('group', { name: t('devices:technique.title') })
  await button(technique, t('devices:technique.less', { unit: 'kV' })).click()
  await expect.poll(display).toMatchObject({ kv: own.kv - 1, ms: own.ms })

  const other = await openColleague(browser, clinicFixture, records)
  await other.goto(`general?studyId=${luna}`)
  await expect.poll(display).toMatchObject(findChestTechnique('VD'))

  await first.start('xray').click()
  await expect(first.start('waiting')).toBeVisible()
  expect(await display()).toMatchObject({ kv: own.kv - 1, ms: own.ms })
  await simulator.expose()
  await expect(first.slides).toHaveCount(1, processingTimeout)
  await first.finish.click()
  await other.context().close()
})

async function hangBridge({ page, records, simulator, t }: CaptureFlow) {
  const rex = await planStudy(records, 'Rex', 'RLAT')
  await signInAs(page, records.clinic.admin)
  await openPage(page, `general?studyId=${rex}`)
  const { chip } = createCapturePage(page, t)
  const generator = chip(t('devices:chip.generator'))
  await expect(generator).toContainText(t('devices:generator.ready'))
  simulator.hang()
  try {
    // A poll every five seconds, whose response may take five seconds.
    await expect(generator).toContainText(t('devices:generator.silent'), { timeout: 15_000 })
  } finally {
    simulator.hang(false)
  }
  await expect(generator).toContainText(t('devices:generator.ready'), { timeout: 15_000 })
}

async function failGenerator({ page, records, simulator, t }: CaptureFlow) {
  const rex = await planStudy(records, 'Rex', 'RLAT')
  await signInAs(page, records.clinic.admin)
  await openPage(page, `general?studyId=${rex}`)
  const { start } = createCapturePage(page, t)
  await start('xray').click()
  await expect(start('waiting')).toBeVisible()
  await simulator.setGeneratorFault('generator-error')
  const problem = page.getByRole('dialog', { name: 'Generator Connection Error' })
  await expect(problem).toContainText(t('errors:device/generator-error'))
  await expect(page.getByText(t('capture:processing.text.safe'))).toHaveCount(0)
}

test('the page of one user reports a silent bridge and an error of the generator', async ({
  page,
  records,
  clinicFixture,
  simulator,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, simulator, t }
  await test.step('a bridge that hangs makes the chips of generator and panel unavailable', () =>
    hangBridge(flow))
  await test.step('an error of the generator while armed is titled as one of the generator', () =>
    failGenerator(flow))
})

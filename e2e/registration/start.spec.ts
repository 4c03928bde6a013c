import { openPage } from '../support/navigate.ts'
import type { Page } from '@playwright/test'
import { test, type RecordsFlow } from '../support/clinic-records.ts'
import { pageUrl, expect } from '../support/fixtures.ts'
import { createApi, enterAs, signInAs, expectDisabled, toast } from '../support/clinic-fixture.ts'
import { createRegistrationPage } from '../pages/registration-page.ts'
import { createTranslator } from '../support/i18n-texts.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/**
 * Records the heading that is shown right after the browser has gone back; returns a function that
 * reads it.
 */
async function recordReturn(page: Page) {
  await page.evaluate(() => {
    const record = () => {
      const { textContent: heading } = document.querySelector('h1') ?? {}
      Object.assign(globalThis, { headingAfterReturn: heading })
    }
    addEventListener('popstate', () => setTimeout(record, 0), { once: true })
  })
  return () =>
    page.evaluate(
      () => (globalThis as unknown as { readonly headingAfterReturn?: string }).headingAfterReturn,
    )
}

async function startStudies({ page, records, t }: RecordsFlow) {
  expect(t('registration:start.StartStudy')).toBe('Start Study')
  expect(t('registration:start.AddImages')).toBe('Add Images')
  expect(t('registration:start.AddImagestoTodaysStudy')).toBe("Add Images to Today's Study")
  const rex = await records.createPatient('Rex')
  await records.createStudy(rex, '2026-02-10T15:00:00.000Z')
  const milo = await records.createPatient('Milo', { owner: 'Max Olsen' })
  await records.createStudy(milo, '2026-02-11T15:00:00.000Z')
  const today = await records.createStudy(milo)
  const deleted = await records.createStudy(await records.createPatient('Bella'))
  await records.api('DELETE', `study/deletestudy/${deleted}`)
  const registration = createRegistrationPage(page, t)
  await enterAs(page, records.clinic.admin, t)

  await test.step('the study list starts by the same rule', async () => {
    await openPage(page, 'studylist')
    await expectDisabled(registration.start('StartStudy'), t('studies:reason.noneSelected'))
    await page.getByRole('row', { name: /2026-02-11/u }).click()
    await expect(registration.start('AddImagestoTodaysStudy')).toBeEnabled()
    await page.getByRole('row', { name: /Milo/u }).first().click()
    await registration.start('AddImages').click()
    await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=${today}`))
  })

  await test.step('the registration screen', async () => {
    await page.getByRole('link', { name: t('shell:nav.registration') }).click()
    await expectDisabled(registration.start('StartStudy'), t('registration:obstacle.noSubject'))
    await expect(page.getByText(t('registration:obstacle.noSubject')).first()).toBeVisible()

    await page.getByRole('row', { name: /Rex/u }).click()
    await expect(registration.start('StartStudy')).toBeEnabled()
    await page.getByRole('row', { name: /Milo.*2026-02-11/u }).click()
    await expect(registration.start('AddImagestoTodaysStudy')).toBeEnabled()
    await registration.start('AddImagestoTodaysStudy').click()
    await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=${today}`))

    const readHeading = await recordReturn(page)
    await page.goBack()
    await expect(registration.owner).toBeFocused()
    await expectDisabled(registration.start('StartStudy'), t('registration:obstacle.noSubject'))
    // The page changes together with its address; the previous page does not stay while the new one
    // renders.
    expect(await readHeading()).toBe(t('shell:title.registration'))
    await page.getByRole('row', { name: /Milo/u }).first().click()
    await expect(registration.start('AddImages')).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=${today}`))
  })

  await test.step('a deleted study of today is not continued', async () => {
    await page.goBack()
    await page.getByRole('row', { name: /Bella/u }).click()
    await registration.start('StartStudy').click()
    await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=\d+`))
    expect(page.url()).not.toMatch(new RegExp(`studyId=(?:${deleted}|${today})$`, 'u'))
  })
}

async function compareDays({ page, clinicFixture, t }: RecordsFlow) {
  // The two zones are 25 hours apart, so an instant of the last 24 hours is today in only one of
  // them.
  const [timeZone, otherZone] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const isToday = (zone: string, instant: string) => {
    const day = (date: string) => new Date(date).toLocaleDateString('sv-SE', { timeZone: zone })
    return day(instant) === day(new Date().toISOString())
  }
  const createdOn = Array.from({ length: 24 }, (_hour, hours) => hoursAgo(hours)).find(
    (instant) => isToday(timeZone, instant) !== isToday(otherZone, instant),
  )
  const clinic = await clinicFixture.createClinic({ timeZone })
  const api = await createApi(clinic.admin)
  const { body: owner } = await api<{ id: number }>('POST', 'owner', { name: 'Ada Keller' })
  const rex = { name: 'Rex', speciesId: 1, ownerId: owner.id }
  const { body: patient } = await api<{ id: number }>('POST', 'patient', rex)
  await api('POST', 'study', { patientId: patient.id, modality: 'General', createdOn })
  const registration = createRegistrationPage(page, t)
  await enterAs(page, clinic.admin, t)
  await openPage(page, 'registration')
  await page.getByRole('row', { name: /Rex/u }).click()
  const label = isToday(timeZone, createdOn ?? '') ? 'AddImages' : 'StartStudy'
  await expect(registration.start(label)).toBeEnabled()
}

test('the start button names its action, by the day of the clinic', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, t }
  await test.step('the start button is labelled with its action, and opens the study that it names', () =>
    startStudies(flow))
  await test.step('today is the day in the time zone of the clinic, not of the browser', () =>
    compareDays(flow))
})

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('the start button gives the reason why it is disabled; a retry after a lost response creates no second study', async ({
    page,
    records,
    t,
  }) => {
    await records.createPatient('Rex')
    const registration = createRegistrationPage(page, t)
    await signInAs(page, records.clinic.admin, 'fr')
    await page.goto('registration')
    await expect(registration.modality('General')).toBeChecked()
    await registration.modality('Dental').check()
    await registration.owner.fill('keller')
    await registration.options.first().click()
    await expect(registration.start('StartStudy')).toBeEnabled()

    await test.step('no sensor', async () => {
      await page.route('**/api/sensor/local', (route) => route.fulfill({ json: [] }))
      await page.reload()
      expect(createTranslator('en')('registration:obstacle.noSensor')).toBe(
        'No sensor has been registered with the current machine',
      )
      await expectDisabled(registration.start('StartStudy'), t('registration:obstacle.noSensor'))
    })

    await test.step('no bridge', async () => {
      await page.unrouteAll()
      await page.route('**/api/sensor/local', (route) => route.abort())
      await page.reload()
      await expectDisabled(registration.start('StartStudy'), t('registration:obstacle.noLocalApp'))
      // The bridge runs again, and the screen notices without a reload.
      await page.unrouteAll()
      await expect(registration.start('StartStudy')).toBeEnabled()
    })

    await test.step('a response is lost, and the user retries; the last chosen modality is remembered', async () => {
      await expect(registration.modality('Dental')).toBeChecked()
      // The server has created the study, but its response is lost.
      await page.route('**/api/study', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        return route.abort()
      })
      await registration.start('StartStudy').click()
      await expect(toast(page, t('errors:network'))).toBeVisible()
      await page.unrouteAll()
      await page.keyboard.press('Control+Enter')
      await expect(page).toHaveURL(pageUrl(String.raw`dental\?studyId=\d+`))
      const { body } = await records.api<{ total: number }>('GET', 'study/page')
      expect(body.total).toBe(1)
    })

    await test.step('one modality needs no choice', async () => {
      await page.route('**/api/sensor/local', async (route) => {
        const reply = await route.fetch()
        const sensors = (await reply.json()) as { readonly modality: string }[]
        return route.fulfill({ json: sensors.filter(({ modality }) => modality === 'General') })
      })
      await page.goto('registration')
      await page.getByRole('row', { name: /Rex/u }).click()
      await expect(registration.start('AddImages')).toBeEnabled()
      await expect(registration.modality('Dental')).toHaveCount(0)
      await registration.start('AddImages').click()
      await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=\d+`))
    })
  })
})

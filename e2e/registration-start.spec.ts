import type { Page } from '@playwright/test'
import { test } from './clinic-day.ts'
import { at, expect } from './fixtures.ts'
import { apiOf, enter, expectShut, toast } from './office.ts'
import { deskOf } from './registration-desk.ts'
import { wordsIn } from './words.ts'

const sensor = { id: 1, brand: 'Simulator', model: 'Hdr600', serverIp: '127.0.0.1', port: 4290 }

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** Which page is on the screen as soon as the browser has gone back to its address. */
async function noteReturn(page: Page) {
  await page.evaluate(() => {
    const note = () => {
      const { textContent: shown } = document.querySelector('h1') ?? {}
      Object.assign(globalThis, { shownAfterReturn: shown })
    }
    addEventListener('popstate', () => setTimeout(note, 0), { once: true })
  })
  return () =>
    page.evaluate(
      () => (globalThis as unknown as { readonly shownAfterReturn?: string }).shownAfterReturn,
    )
}

test('the button says what it does, and leads to the study that it names', async ({
  page,
  day,
  t,
}) => {
  expect(t('registration:start.StartStudy')).toBe('Start Study')
  expect(t('registration:start.AddImages')).toBe('Add Images')
  expect(t('registration:start.AddImagestoTodaysStudy')).toBe("Add Images to Today's Study")
  const rex = await day.patient('Rex')
  await day.study(rex, '2026-02-10T15:00:00.000Z')
  const milo = await day.patient('Milo', { owner: 'Max Olsen' })
  await day.study(milo, '2026-02-11T15:00:00.000Z')
  const today = await day.study(milo)
  const deleted = await day.study(await day.patient('Bella'))
  await day.api('DELETE', `study/deletestudy/${deleted}`)
  const desk = deskOf(page, t)
  await enter(page, day.clinic.admin)

  await test.step('the study list starts by the same rule', async () => {
    await page.goto('studylist')
    await expectShut(desk.start('StartStudy'), t('studies:reason.noneSelected'))
    await page.getByRole('row', { name: /2026-02-11/u }).click()
    await expect(desk.start('AddImagestoTodaysStudy')).toBeEnabled()
    await page.getByRole('row', { name: /Milo/u }).first().click()
    await desk.start('AddImages').click()
    await expect(page).toHaveURL(at(String.raw`general\?studyId=${today}`))
  })

  await test.step('the registration', async () => {
    await page.getByRole('link', { name: t('shell:nav.registration') }).click()
    await expectShut(desk.start('StartStudy'), t('registration:obstacle.noSubject'))
    await expect(page.getByText(t('registration:obstacle.noSubject')).first()).toBeVisible()

    await page.getByRole('row', { name: /Rex/u }).click()
    await expect(desk.start('StartStudy')).toBeEnabled()
    await page.getByRole('row', { name: /Milo.*2026-02-11/u }).click()
    await expect(desk.start('AddImagestoTodaysStudy')).toBeEnabled()
    await desk.start('AddImagestoTodaysStudy').click()
    await expect(page).toHaveURL(at(String.raw`general\?studyId=${today}`))

    const shownAfterReturn = await noteReturn(page)
    await page.goBack()
    await expect(desk.start('AddImages')).toBeEnabled()
    // The page goes with its address, and is not drawn bit by bit while the one before it stays.
    expect(await shownAfterReturn()).toBe(t('shell:title.registration'))
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(at(String.raw`general\?studyId=${today}`))
  })

  await test.step('a deleted study of today is not gone on with', async () => {
    await page.goBack()
    await page.getByRole('row', { name: /Bella/u }).click()
    await desk.start('StartStudy').click()
    await expect(page).toHaveURL(at(String.raw`general\?studyId=\d+`))
    expect(page.url()).not.toMatch(new RegExp(`studyId=(?:${deleted}|${today})$`, 'u'))
  })
})

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('whoever waits is told why; a second try after a lost answer makes no second study', async ({
    page,
    day,
    t,
  }) => {
    await day.patient('Rex')
    const desk = deskOf(page, t)
    await enter(page, day.clinic.admin, 'fr')
    await page.goto('registration')
    await expect(desk.modality('General')).toBeChecked()
    await desk.modality('Dental').check()
    await desk.owner.fill('keller')
    await desk.options.first().click()
    await expect(desk.start('StartStudy')).toBeEnabled()

    await test.step('no sensor', async () => {
      await page.route('**/api/sensor/local', (route) => route.fulfill({ json: [] }))
      await page.reload()
      expect(wordsIn('en')('registration:obstacle.noSensor')).toBe(
        'No sensor has been registered with the current machine',
      )
      await expectShut(desk.start('StartStudy'), t('registration:obstacle.noSensor'))
    })

    await test.step('no program beside the sensors', async () => {
      await page.unrouteAll()
      await page.route('**/api/sensor/local', (route) => route.abort())
      await page.reload()
      await expectShut(desk.start('StartStudy'), t('registration:obstacle.noLocalApp'))
      // It runs again, and the screen finds out by itself.
      await page.unrouteAll()
      await expect(desk.start('StartStudy')).toBeEnabled()
    })

    await test.step('an answer that is lost, and another try; of two modalities the last one is remembered', async () => {
      await expect(desk.modality('Dental')).toBeChecked()
      // The server has done its work; the answer is lost on the way.
      await page.route('**/api/study', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        return route.abort()
      })
      await desk.start('StartStudy').click()
      await expect(toast(page, t('errors:network'))).toBeVisible()
      await page.unrouteAll()
      await page.keyboard.press('Control+Enter')
      await expect(page).toHaveURL(at(String.raw`dental\?studyId=\d+`))
      const { body } = await day.api<{ total: number }>('GET', 'study/page')
      expect(body.total).toBe(1)
    })

    await test.step('one modality needs no choice', async () => {
      await page.route('**/api/sensor/local', (route) =>
        route.fulfill({ json: [{ ...sensor, modality: 'General' }] }),
      )
      await page.goto('registration')
      await expect(desk.start('AddImages')).toBeEnabled()
      await expect(desk.modality('Dental')).toHaveCount(0)
      await desk.start('AddImages').click()
      await expect(page).toHaveURL(at(String.raw`general\?studyId=\d+`))
    })
  })
})

test('today is the clinic’s day, wherever the browser is', async ({ page, office, t }) => {
  // These two never have the same day at the same hour; one of the last 24 hours is today in one only.
  const [timeZone, elsewhere] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const isToday = (zone: string, instant: string) => {
    const day = (of: string) => new Date(of).toLocaleDateString('sv-SE', { timeZone: zone })
    return day(instant) === day(new Date().toISOString())
  }
  const createdOn = Array.from({ length: 24 }, (_hour, hours) => hoursAgo(hours)).find(
    (instant) => isToday(timeZone, instant) !== isToday(elsewhere, instant),
  )
  const clinic = await office.clinic({ timeZone })
  const api = await apiOf(clinic.admin)
  const { body: owner } = await api<{ id: number }>('POST', 'owner', { name: 'Ada Keller' })
  const rex = { name: 'Rex', speciesId: 1, ownerId: owner.id }
  const { body: patient } = await api<{ id: number }>('POST', 'patient', rex)
  await api('POST', 'study', { patientId: patient.id, modality: 'General', createdOn })
  const desk = deskOf(page, t)
  await enter(page, clinic.admin)
  await page.goto('registration')
  await page.getByRole('row', { name: /Rex/u }).click()
  const label = isToday(timeZone, createdOn ?? '') ? 'AddImages' : 'StartStudy'
  await expect(desk.start(label)).toBeEnabled()
})

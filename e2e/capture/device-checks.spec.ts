import type { Page } from '@playwright/test'
import { pageUrl, dialog } from '../support/fixtures.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { createRegistrationPage } from '../pages/registration-page.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { expect, test } from './capture-fixture.ts'
import type { Simulator } from './simulator.ts'

const sensor = { id: 1, brand: 'CareRay', model: 'CR1500L', serverIp: '127.0.0.1', port: 4290 }

interface DeviceProblem {
  readonly name: string
  readonly title: { readonly en: string; readonly fr: string }
  readonly text: { readonly en: string; readonly fr: string }
  readonly cause: (page: Page, simulator: Simulator) => Promise<unknown>
  readonly resolve: (page: Page, simulator: Simulator) => Promise<unknown>
  /** Whether Start is disabled as soon as the page notices the problem. */
  readonly disablesStart?: true
}

const sensorError = { en: 'Sensor Connection Error', fr: 'Erreur de connexion au capteur' }
const generatorError = { en: 'Generator Connection Error', fr: 'Erreur de connexion au générateur' }
const respondSensors = (list: readonly object[]) => (page: Page) =>
  page.route('**/api/sensor/local', (route) => route.fulfill({ json: list }))
const restoreRoutes = (page: Page) => page.unrouteAll()

/**
 * The messages are quoted from the specification. The order is that of the checks: each problem is
 * reported only when the ones before it are resolved.
 */
const problems: readonly DeviceProblem[] = [
  {
    name: 'no sensor is registered',
    title: sensorError,
    text: {
      en: 'No sensor has been registered with the current machine',
      fr: 'Aucun capteur n’est enregistré sur cette machine',
    },
    cause: respondSensors([]),
    resolve: restoreRoutes,
  },
  {
    name: 'the sensor is one for another modality',
    title: sensorError,
    text: {
      en: 'General XRay is not supported on the current machine',
      fr: 'La radiographie générale n’est pas possible sur cette machine',
    },
    cause: respondSensors([{ ...sensor, modality: 'Dental' }]),
    resolve: restoreRoutes,
  },
  {
    name: 'the sensor cannot be reached',
    title: sensorError,
    text: {
      en: 'CareRay CR1500L is currently unavailable',
      fr: 'CareRay CR1500L n’est pas disponible actuellement',
    },
    cause: (_page, simulator) => simulator.kill(),
    resolve: (_page, simulator) => simulator.start(),
    disablesStart: true,
  },
  {
    name: 'the sensor is not ready',
    title: sensorError,
    text: {
      en: 'Unable to connect to CareRay CR1500L. State NotAvailable',
      fr: 'Connexion à CareRay CR1500L impossible. État non disponible',
    },
    cause: (_page, simulator) => simulator.setFault('disconnected'),
    resolve: async (_page, simulator) => {
      await simulator.setFault('disconnected', false)
      await simulator.waitForState('Ready')
    },
  },
  {
    name: 'the generator has an error',
    title: generatorError,
    text: {
      en: 'Generator is currently unavailable',
      fr: 'Le générateur n’est pas disponible actuellement',
    },
    cause: (_page, simulator) => simulator.setGeneratorFault('generator-error'),
    resolve: (_page, simulator) => simulator.setGeneratorFault('generator-error', false),
  },
]

test.describe('in en', () => {
  test.use({ language: 'en' })

  test('no study starts while a device is not ready; a retry after the problem is resolved starts it', async ({
    page,
    records,
    simulator,
    t,
  }) => {
    test.slow()
    await records.createPatient('Rex')
    const registration = createRegistrationPage(page, t)
    await signInAs(page, records.clinic.admin)
    await page.goto('registration')
    await registration.owner.fill('keller')
    await registration.options.first().click()
    await expect(registration.start('StartStudy')).toBeEnabled()

    const problem = dialog(page, sensorError.en).or(dialog(page, generatorError.en))
    const again = button(problem, t('common:action.tryAgain'))
    let isReported = false
    for (const { name, title, text, cause, resolve, disablesStart } of problems)
      await test.step(`while ${name}`, async () => {
        await cause(page, simulator)
        // Try again in the dialog and the start button both repeat the checks.
        if (!isReported) await registration.start('StartStudy').click()
        else {
          await waitForDeliberatePress(page)
          await again.click()
        }
        const error = dialog(page, title.en)
        await expect(error).toContainText(text.en)
        await button(error, t('common:action.close')).last().click()
        await expect(problem).toHaveCount(0)
        await expect(page).toHaveURL(pageUrl('registration'))
        const { body } = await records.api<{ total: number }>('GET', 'study/page')
        expect(body.total).toBe(0)

        isReported = !disablesStart
        if (disablesStart) {
          await expect(registration.start('StartStudy')).toBeDisabled()
          await resolve(page, simulator)
          await expect(registration.start('StartStudy')).toBeEnabled()
          return
        }
        await registration.start('StartStudy').click()
        await expect(error).toContainText(text.en)
        await resolve(page, simulator)
      })
    await again.click()
    await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=\d+`))
  })
})

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('the study list checks the devices, too, and switches the generator on if it is off', async ({
    page,
    records,
    simulator,
    t,
  }) => {
    test.slow()
    const study = await records.createStudy(await records.createPatient('Rex'))
    await signInAs(page, records.clinic.admin, 'fr')
    await page.goto('studylist')
    await page.getByRole('row', { name: /Rex/u }).click()
    const start = createRegistrationPage(page, t).start('AddImages')
    await expect(start).toBeEnabled()
    for (const [index, { name, title, text, cause, resolve }] of problems.entries())
      await test.step(`while ${name}`, async () => {
        await cause(page, simulator)
        await waitForDeliberatePress(page)
        await (index === 0 ? start : button(page, t('common:action.tryAgain'))).click()
        await expect(dialog(page, title.fr)).toContainText(text.fr)
        await resolve(page, simulator)
      })
    // A sign-out on another computer switches it off like this.
    await simulator.setGeneratorPower(false)
    await waitForDeliberatePress(page)
    await button(page, t('common:action.tryAgain')).click()
    await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=${study}`))
  })
})

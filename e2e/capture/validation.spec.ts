import type { Page } from '@playwright/test'
import { at, dialog } from '../fixtures.ts'
import { button, enter } from '../office.ts'
import { deskOf } from '../registration-desk.ts'
import { expect, test } from './room.ts'
import type { Simulator } from './simulator.ts'

const sensor = { id: 1, brand: 'Simulator', model: 'CR1500L', serverIp: '127.0.0.1', port: 4290 }

interface Case {
  readonly name: string
  readonly title: { readonly en: string; readonly fr: string }
  readonly text: { readonly en: string; readonly fr: string }
  readonly harm: (page: Page, simulator: Simulator) => Promise<unknown>
  readonly heal: (page: Page, simulator: Simulator) => Promise<unknown>
}

const sensorError = { en: 'Sensor Connection Error', fr: 'Erreur de connexion au capteur' }
const generatorError = { en: 'Generator Connection Error', fr: 'Erreur de connexion au générateur' }
const sensors = (list: readonly object[]) => (page: Page) =>
  page.route('**/api/sensor/local', (route) => route.fulfill({ json: list }))
const asBefore = (page: Page) => page.unrouteAll()

/** DEV-35 to DEV-40, word by word; in the order in which it is looked for, so that each one is told only when those before it are over. */
const cases: readonly Case[] = [
  {
    name: 'no sensor is registered',
    title: sensorError,
    text: {
      en: 'No sensor has been registered with the current machine',
      fr: 'Aucun capteur n’est enregistré sur cette machine',
    },
    harm: sensors([]),
    heal: asBefore,
  },
  {
    name: 'the sensor is one for another modality',
    title: sensorError,
    text: {
      en: 'General XRay is not supported on the current machine',
      fr: 'La radiographie générale n’est pas possible sur cette machine',
    },
    harm: sensors([{ ...sensor, modality: 'Dental' }]),
    heal: asBefore,
  },
  {
    name: 'the sensor cannot be reached',
    title: sensorError,
    text: {
      en: 'Simulator CR1500L is currently unavailable',
      fr: 'Simulator CR1500L n’est pas disponible actuellement',
    },
    harm: (_page, simulator) => simulator.kill(),
    heal: (_page, simulator) => simulator.start(),
  },
  {
    name: 'the sensor is not ready',
    title: sensorError,
    text: {
      en: 'Unable to connect to Simulator CR1500L. State NotAvailable',
      fr: 'Connexion à Simulator CR1500L impossible. État non disponible',
    },
    harm: (_page, simulator) => simulator.fault('disconnected'),
    heal: async (_page, simulator) => {
      await simulator.fault('disconnected', false)
      await simulator.untilState('Ready')
    },
  },
  {
    name: 'the generator has an error',
    title: generatorError,
    text: {
      en: 'Generator is currently unavailable',
      fr: 'Le générateur n’est pas disponible actuellement',
    },
    harm: (_page, simulator) => simulator.generatorFault('generator-error'),
    heal: (_page, simulator) => simulator.generatorFault('generator-error', false),
  },
]

test.describe('in en', () => {
  test.use({ language: 'en' })

  test('no study is started while a device is not ready; a second look starts it', async ({
    page,
    day,
    simulator,
    t,
  }) => {
    test.slow()
    await day.patient('Rex')
    const desk = deskOf(page, t)
    await enter(page, day.clinic.admin)
    await page.goto('registration')
    await desk.owner.fill('keller')
    await desk.options.first().click()
    await expect(desk.start('StartStudy')).toBeEnabled()

    const problem = dialog(page, sensorError.en).or(dialog(page, generatorError.en))
    const again = button(problem, t('common:action.tryAgain'))
    for (const [place, { name, title, text, harm, heal }] of cases.entries())
      await test.step(`while ${name}`, async () => {
        await harm(page, simulator)
        // Either way it is looked at afresh: by another press of the dialog, or of the button.
        if (place === 0) await desk.start('StartStudy').click()
        else await again.click()
        const told = dialog(page, title.en)
        await expect(told).toContainText(text.en)
        await button(told, t('common:action.close')).last().click()
        await expect(problem).toHaveCount(0)
        await expect(page).toHaveURL(at('registration'))
        const { body } = await day.api<{ total: number }>('GET', 'study/page')
        expect(body.total).toBe(0)

        await desk.start('StartStudy').click()
        await expect(told).toContainText(text.en)
        await heal(page, simulator)
      })
    await again.click()
    await expect(page).toHaveURL(at(String.raw`general\?studyId=\d+`))
  })
})

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('the study list asks the devices as well, and switches a generator on that somebody has switched off', async ({
    page,
    day,
    simulator,
    t,
  }) => {
    test.slow()
    const study = await day.study(await day.patient('Rex'))
    await enter(page, day.clinic.admin, 'fr')
    await page.goto('studylist')
    await page.getByRole('row', { name: /Rex/u }).click()
    const start = deskOf(page, t).start('AddImages')
    await expect(start).toBeEnabled()
    for (const [place, { name, title, text, harm, heal }] of cases.entries())
      await test.step(`while ${name}`, async () => {
        await harm(page, simulator)
        await (place === 0 ? start : button(page, t('common:action.tryAgain'))).click()
        await expect(dialog(page, title.fr)).toContainText(text.fr)
        await heal(page, simulator)
      })
    // As a sign-out elsewhere does.
    await simulator.powerGenerator(false)
    await button(page, t('common:action.tryAgain')).click()
    await expect(page).toHaveURL(at(String.raw`general\?studyId=${study}`))
  })
})

import type { Page } from '@playwright/test'
import { at, dialog } from '../fixtures.ts'
import { button, enter } from '../office.ts'
import { deskOf } from '../registration-desk.ts'
import { expect, test } from './room.ts'
import type { Simulator } from './simulator.ts'

const sensor = { id: 1, brand: 'Simulator', model: 'CR1500L', serverIp: '127.0.0.1', port: 4290 }

interface Case {
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

/** DEV-35 to DEV-40, word by word. */
const cases: Readonly<Record<string, Case>> = {
  'no sensor is registered': {
    title: sensorError,
    text: {
      en: 'No sensor has been registered with the current machine',
      fr: 'Aucun capteur n’est enregistré sur cette machine',
    },
    harm: sensors([]),
    heal: asBefore,
  },
  'the sensor is one for another modality': {
    title: sensorError,
    text: {
      en: 'General XRay is not supported on the current machine',
      fr: 'La radiographie générale n’est pas possible sur cette machine',
    },
    harm: sensors([{ ...sensor, modality: 'Dental' }]),
    heal: asBefore,
  },
  'the sensor is not ready': {
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
  'the sensor cannot be reached': {
    title: sensorError,
    text: {
      en: 'Simulator CR1500L is currently unavailable',
      fr: 'Simulator CR1500L n’est pas disponible actuellement',
    },
    harm: (_page, simulator) => simulator.kill(),
    heal: (_page, simulator) => simulator.start(),
  },
  'the generator has an error': {
    title: generatorError,
    text: {
      en: 'Generator is currently unavailable',
      fr: 'Le générateur n’est pas disponible actuellement',
    },
    harm: (_page, simulator) => simulator.generatorFault('generator-error'),
    heal: (_page, simulator) => simulator.generatorFault('generator-error', false),
  },
}

for (const language of ['en', 'fr'] as const)
  for (const [name, { title, text, harm, heal }] of Object.entries(cases))
    test.describe(`in ${language}`, () => {
      test.use({ language })

      test(`no study is started while ${name}`, async ({ page, day, simulator, t }) => {
        await day.patient('Rex')
        const desk = deskOf(page, t)
        await enter(page, day.clinic.admin, language)
        await page.goto('registration')
        await desk.owner.fill('keller')
        await desk.options.first().click()
        await expect(desk.start('StartStudy')).toBeEnabled()
        await harm(page, simulator)

        await desk.start('StartStudy').click()
        const problem = dialog(page, title[language])
        await expect(problem).toContainText(text[language])
        await button(problem, t('common:action.close')).last().click()
        await expect(problem).toHaveCount(0)
        await expect(page).toHaveURL(at('registration'))
        const { body } = await day.api<{ total: number }>('GET', 'study/page')
        expect(body.total).toBe(0)

        await desk.start('StartStudy').click()
        await expect(problem).toContainText(text[language])
        await heal(page, simulator)
        await button(problem, t('common:action.tryAgain')).click()
        await expect(page).toHaveURL(at(String.raw`general\?studyId=\d+`))
      })
    })

test('the study list asks the devices as well', async ({ page, day, simulator, t }) => {
  const study = await day.study(await day.patient('Rex'))
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  await page.getByRole('row', { name: /Rex/u }).click()
  await simulator.fault('disconnected')
  const desk = deskOf(page, t)
  await desk.start('AddImages').click()
  const problem = dialog(page, sensorError.en)
  await expect(problem).toContainText('State NotAvailable')
  await simulator.fault('disconnected', false)
  await simulator.untilState('Ready')
  await button(problem, t('common:action.tryAgain')).click()
  await expect(page).toHaveURL(at(String.raw`general\?studyId=${study}`))
})

test('a generator that a sign-out elsewhere has switched off is switched on again', async ({
  page,
  day,
  simulator,
  t,
}) => {
  const study = await day.study(await day.patient('Rex'))
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  await page.getByRole('row', { name: /Rex/u }).click()
  await simulator.powerGenerator(false)
  await deskOf(page, t).start('AddImages').click()
  await expect(page).toHaveURL(at(String.raw`general\?studyId=${study}`))
})

import type { Locator, Page } from '@playwright/test'
import { dialog, endPageSessions, expectAccessible, signIn } from '../support/fixtures.ts'
import { button, enterAs, signInAs, toast } from '../support/clinic-fixture.ts'
import { createCapturePage, openGeneralCapture } from '../pages/capture-page.ts'
import type { createTranslator } from '../support/i18n-texts.ts'
import { findChestTechnique } from './chest-technique.ts'
import { openPage } from '../support/navigate.ts'
import { expect, test, type CaptureFlow } from './capture-fixture.ts'

type Translate = ReturnType<typeof createTranslator>

const deviceControls = (page: Page, t: Translate) => {
  const technique = page.getByRole('group', { name: t('devices:technique.title') })
  return {
    chip: (name: 'generator' | 'panel') =>
      page
        .getByRole('group', { name: t('devices:chip.all') })
        .getByRole('button', { name: new RegExp(`^${t(`devices:chip.${name}`)}`, 'u') }),
    value: (unit: string) =>
      technique.getByRole('spinbutton', { name: new RegExp(`\\(${unit}\\)$`, 'u') }),
    more: (unit: string) => button(technique, t('devices:technique.more', { unit })),
    less: (unit: string) => button(technique, t('devices:technique.less', { unit })),
    focus: technique.getByRole('button', { name: new RegExp(`^${t('devices:focus.title')}`, 'u') }),
    save: button(technique, t('common:action.save')),
    hardware: dialog(page, t('devices:hardware.title')),
  }
}

/** Checks that the text of a status chip is not cut off. */
const expectTextFits = (chip: Locator) =>
  expect
    .poll(() =>
      chip.evaluate(
        (box) =>
          // Text for screen readers only is one pixel wide.
          [...box.children].filter(
            ({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth,
          ).length,
      ),
    )
    .toBe(0)

test.describe('in French, whose texts are longer', () => {
  test.use({ language: 'fr' })

  test('status chips show faults of the devices and their end; a failed generator command is reported', async ({
    page,
    records,
    simulator,
    t,
  }) => {
    test.slow()
    await simulator.setGenerator('kv', 60)
    await page.route('**/api/generator/scales', (route) => route.fulfill({ status: 500, body: '' }))
    await openGeneralCapture(page, records, t, { language: 'fr' })
    const { chip, value, more } = deviceControls(page, t)
    const panel = chip('panel')
    const generator = chip('generator')

    await test.step('the page works without the scales of the generator', async () => {
      await expect(value('kV')).toHaveAttribute('aria-valuenow', '60')
      await expect(value('kV')).toHaveAccessibleDescription(t('devices:technique.noScales'))
      await expect(more('kV')).toHaveAttribute('aria-disabled', 'true')
      await expect(panel).toContainText(t('devices:state.Ready'))
      // Opening the page has switched it on.
      await expect(generator).toContainText(t('devices:generator.ready'))
      await page.unrouteAll()
    })

    await test.step('the panel', async () => {
      await simulator.setFault('low-battery')
      await expect(panel).toContainText(t('devices:panel.battery', { percent: 6 }))
      await simulator.setFault('low-battery', false)
      await simulator.setFault('over-temperature')
      await expect(panel).toContainText('51,5')
      await simulator.setFault('over-temperature', false)
      await simulator.setFault('disconnected')
      await expect(panel).toContainText(t('devices:short.NotAvailable'))
      await simulator.setFault('disconnected', false)
      await expect(panel).toContainText(t('devices:state.Ready'))
    })

    await test.step('the generator', async () => {
      await simulator.setGeneratorFault('generator-error')
      await expect(generator).toContainText(t('devices:generator.error', { code: 21 }))
      await simulator.setGeneratorFault('generator-error', false)
      await expect(generator).toContainText(t('devices:generator.ready'))
    })

    await test.step('the scales are requested again; a failed command is reported', async () => {
      await expect(more('kV')).toHaveAttribute('aria-disabled', 'false')
      await page.route('**/api/generator/kv?*', (route) => route.fulfill({ status: 503, body: '' }))
      await more('kV').click()
      await expect(toast(page, t('errors:unknown'))).toBeVisible()
      // The page shows the actual value of the generator, not the requested one.
      await expect(value('kV')).toHaveAttribute('aria-valuenow', '60')
      await expect(panel).toContainText(t('devices:state.Ready'))
      await page.unrouteAll()
    })

    await test.step('the generator is switched off, and the bridge is disconnected', async () => {
      await simulator.setGeneratorPower(false)
      await expect(generator).toContainText(t('devices:generator.off'))
      await simulator.kill()
      await expect(panel).toContainText(t('devices:short.NotAvailable'))
      await expect(generator).toContainText(t('devices:generator.silent'))
      for (const one of [panel, generator]) await expectTextFits(one)
      await simulator.start()
      await expect(panel).toContainText(t('devices:state.Ready'))
    })

    await test.step('a user without hardware permission sees the state in a toast only', async () => {
      await panel.click()
      const values = { name: t('devices:chip.panel'), words: t('devices:state.Ready') }
      await expect(toast(page, t('devices:chip.said', values))).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expectAccessible(page, '[role="group"]')
    })
  })
})

test('root opens the hardware status, refreshes it, and sees errors of the sensor and the generator', async ({
  page,
  records,
  simulator,
  t,
}) => {
  test.slow()
  const study = await records.createStudy(await records.createPatient('Rex'))
  await signInAs(page, 'root')
  await page.goto(`general?studyId=${study}`)
  const { chip, hardware, value, more, less } = deviceControls(page, t)
  const sensor = hardware.getByRole('region', { name: t('devices:hardware.sensor') })
  const generator = hardware.getByRole('region', { name: t('devices:hardware.generator') })

  await test.step('it shows the sensor, the generator and their errors', async () => {
    await chip('panel').click()
    await expect(page.getByRole('dialog', { name: 'Hardware Status' })).toBeVisible()
    await expect(sensor).toContainText('Simulator CR1500L')
    await expect(generator).toContainText('kV')
    await expectAccessible(page, '[role="dialog"]')

    const refresh = button(hardware, 'Refresh')
    await simulator.setFault('low-battery')
    await refresh.click()
    await expect(sensor).toContainText(t('devices:measured.percent', { value: 6 }))

    await simulator.kill()
    await refresh.click()
    await expect(sensor.getByRole('alert')).toHaveText(t('errors:device/unavailable'))
    await expect(generator.getByRole('alert')).toHaveText(t('errors:device/unavailable'))

    await simulator.start()
    await page.route('**/api/sensor/*/status', (route) => route.fulfill({ status: 500, body: '' }))
    await refresh.click()
    await expect(sensor.getByRole('alert')).toHaveText('An unknown error occurred.')
    await expect(generator.getByRole('alert')).toHaveCount(0)
    await page.unrouteAll()
    await refresh.click()
    await expect(sensor).toContainText('Simulator CR1500L')

    await page.keyboard.press('Escape')
    await expect(hardware).toHaveCount(0)
    await expect(chip('panel')).toBeFocused()
  })

  await test.step('it shows no generator for a dental study', async () => {
    await page.goto('dental?studyId=1')
    await chip('panel').click()
    await expect(hardware).toContainText('Simulator Hdr600')
    await expect(generator).toHaveCount(0)
  })

  await test.step('without a generator its chip, mA and ms are hidden, and kV and mAs are simulated', async () => {
    await simulator.setGeneratorFault('no-generator')
    await page.goto(`general?studyId=${study}`)
    await expect(chip('panel')).toContainText(t('devices:state.Ready'))
    await expect(chip('generator')).toHaveCount(0)
    await expect(value('mA')).toHaveCount(0)
    await expect(value('ms')).toHaveCount(0)
    await expect(value('kV')).toHaveAttribute('aria-valuenow', '60')
    await more('kV').click()
    await expect(value('kV')).toHaveAttribute('aria-valuenow', '61')
    await expect(value('mAs')).toHaveAttribute('aria-valuenow', '2')
    await less('mAs').click()
    await expect(value('mAs')).toHaveAttribute('aria-valuenow', '1.6')
    await chip('panel').click()
    await expect(hardware).toContainText('Simulator CR1500L')
    await expect(generator).toHaveCount(0)
  })
})

async function followSignIn({ page, simulator, t }: CaptureFlow) {
  const power = async () => (await simulator.readState()).generator?.status['pw']
  await endPageSessions()
  await openPage(page, 'login')
  expect(await power()).toBe(0)
  await signIn(page, 'operator.en')
  await expect.poll(power).toBe(1)
  await openPage(page, 'logout')
  await expect(page.getByRole('textbox', { name: t('auth:field.username') })).toBeVisible()
  // The ended sessions of other tests are noticed within two seconds.
  await expect.poll(power).toBe(0)
}

async function followAnnotation({ page, records, simulator, t }: CaptureFlow) {
  const study = await records.createStudy(await records.createPatient('Rex'))
  for (const bodyPartView of ['RLAT', 'VD'])
    await records.api('POST', `study/${study}/annotations`, {
      bodyPart: 'Chest',
      bodyPartView,
      animalSize: 'Large',
    })
  await enterAs(page, records.clinic.admin, t)
  await openPage(page, `general?studyId=${study}`)
  const { value, more, less, focus, save } = deviceControls(page, t)
  const { annotation } = createCapturePage(page, t)
  const display = async () => (await simulator.readState()).generator?.status
  const shown = async () => Number(await value('kV').getAttribute('aria-valuenow'))

  await test.step('a selected annotation sets its technique; a saved technique replaces the default', async () => {
    const lateral = findChestTechnique('RLAT')
    const saved = { ...lateral, kv: lateral.kv + 1 }
    await annotation('Chest RLAT').click()
    await expect.poll(display).toMatchObject(lateral)
    await more('kV').click()
    await expect(value('kV')).toHaveAttribute('aria-valuenow', String(saved.kv))
    await save.click()
    await expect(toast(page, t('devices:technique.saved'))).toBeVisible()
    await annotation('Chest VD').click()
    await expect.poll(display).toMatchObject(findChestTechnique('VD'))
    await annotation('Chest RLAT').click()
    await expect.poll(display).toMatchObject(saved)
    await less('kV').click()
    for (let kv = saved.kv - 1; kv < 86; kv += 1) await more('kV').click()
    for (let kv = saved.kv - 1; kv > 86; kv -= 1) await less('kV').click()
  })

  await test.step('values are stepped by mouse and by keyboard', async () => {
    await expect(value('kV')).toHaveAttribute('aria-valuenow', '86')
    await more('kV').click()
    await more('kV').click()
    await expect(value('kV')).toHaveAttribute('aria-valuenow', '88')
    await expect.poll(display).toMatchObject({ kv: 88 })
    await value('kV').focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(display).toMatchObject({ kv: 87 })

    // mAs is mA times ms divided by 1000; the generator receives one value after the other.
    const before = (await display())?.ms ?? 0
    await less('ms').click()
    await expect.poll(async () => (await display())?.ms).toBeLessThan(before)
    // Polled together: on a slow computer the press is long enough to step twice.
    await expect
      .poll(async () => {
        const { ma = 0, ms = 0, mx } = (await display()) ?? {}
        const shownProduct = Number(await value('mAs').getAttribute('aria-valuenow'))
        return mx === shownProduct && Math.round(((ma * ms) / 1000) * 1e6) / 1e6 === mx
      })
      .toBe(true)

    await focus.click()
    await expect.poll(display).toMatchObject({ fo: 0 })
  })

  await test.step('values set at the console of the generator are shown', async () => {
    await simulator.setGenerator('ma', 50)
    await expect(value('mA')).toHaveAttribute('aria-valuenow', '50')
    await simulator.setGenerator('kv', 60)
    await expect.poll(shown).toBe(60)
  })

  await test.step('a held button keeps stepping until it is released', async () => {
    await more('kV').hover()
    await page.mouse.down()
    await expect.poll(shown).toBeGreaterThan(63)
    await page.mouse.up()
    const reached = await shown()
    await expect.poll(display).toMatchObject({ kv: await shown() })
    expect(await shown()).toBe(reached)
  })
}

test('the generator follows the sign-in, the annotation, the technique controls and its own console', async ({
  page,
  records,
  clinicFixture,
  simulator,
  t,
}) => {
  const flow = { page, records, clinicFixture, simulator, t }
  await test.step('signing in switches the generator on, and signing out switches it off', () =>
    followSignIn(flow))
  await test.step('the generator follows the selected annotation, the technique controls and its own console', () =>
    followAnnotation(flow))
})

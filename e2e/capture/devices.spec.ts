import type { Locator, Page } from '@playwright/test'
import { dialog, expectAccessible, signIn } from '../fixtures.ts'
import { button, enter, toast } from '../office.ts'
import { captureDesk, openGeneral } from './capture-desk.ts'
import type { wordsIn } from '../words.ts'
import { expect, test } from './room.ts'

type Words = ReturnType<typeof wordsIn>

const roomOf = (page: Page, t: Words) => {
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

/** What a chip says stands in it whole. */
const expectWordsFit = (chip: Locator) =>
  expect
    .poll(() =>
      chip.evaluate(
        (box) =>
          // What only screen readers hear has a single pixel.
          [...box.children].filter(
            ({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth,
          ).length,
      ),
    )
    .toBe(0)

test.describe('in French, whose words are longer', () => {
  test.use({ language: 'fr' })

  test('chips tell what is wrong with the devices, and that it is over; the boxes what fails', async ({
    page,
    day,
    simulator,
    t,
  }) => {
    test.slow()
    await simulator.setGenerator('kv', 60)
    await page.route('**/api/generator/scales', (route) => route.fulfill({ status: 500, body: '' }))
    await openGeneral(page, day, t, { language: 'fr' })
    const { chip, value, more } = roomOf(page, t)
    const panel = chip('panel')
    const generator = chip('generator')

    await test.step('a generator that tells no scales leaves the page as it is', async () => {
      await expect(value('kV')).toHaveAttribute('aria-valuenow', '60')
      await expect(value('kV')).toHaveAccessibleDescription(t('devices:technique.noScales'))
      await expect(more('kV')).toHaveAttribute('aria-disabled', 'true')
      await expect(panel).toContainText(t('devices:state.Ready'))
      // Entering the page has switched it on.
      await expect(generator).toContainText(t('devices:generator.ready'))
      await page.unrouteAll()
    })

    await test.step('the panel', async () => {
      await simulator.fault('low-battery')
      await expect(panel).toContainText(t('devices:panel.battery', { percent: 6 }))
      await simulator.fault('low-battery', false)
      await simulator.fault('over-temperature')
      await expect(panel).toContainText('51,5')
      await simulator.fault('over-temperature', false)
      await simulator.fault('disconnected')
      await expect(panel).toContainText(t('devices:short.NotAvailable'))
      await simulator.fault('disconnected', false)
      await expect(panel).toContainText(t('devices:state.Ready'))
    })

    await test.step('the generator', async () => {
      await simulator.generatorFault('generator-error')
      await expect(generator).toContainText(t('devices:generator.error', { code: 21 }))
      await simulator.generatorFault('generator-error', false)
      await expect(generator).toContainText(t('devices:generator.ready'))
    })

    await test.step('its scales were asked for again; an order that fails is told', async () => {
      await expect(more('kV')).toHaveAttribute('aria-disabled', 'false')
      await page.route('**/api/generator/kv?*', (route) => route.fulfill({ status: 503, body: '' }))
      await more('kV').click()
      await expect(toast(page, t('errors:unknown'))).toBeVisible()
      // Shown is what the generator is set to, not what it was asked for.
      await expect(value('kV')).toHaveAttribute('aria-valuenow', '60')
      await expect(panel).toContainText(t('devices:state.Ready'))
      await page.unrouteAll()
    })

    await test.step('switched off, and gone altogether', async () => {
      await simulator.powerGenerator(false)
      await expect(generator).toContainText(t('devices:generator.off'))
      await simulator.kill()
      await expect(panel).toContainText(t('devices:short.NotAvailable'))
      await expect(generator).toContainText(t('devices:generator.silent'))
      for (const one of [panel, generator]) await expectWordsFit(one)
      await simulator.start()
      await expect(panel).toContainText(t('devices:state.Ready'))
    })

    await test.step('who does not look after the hardware is told the state, and no more', async () => {
      await panel.click()
      const said = { name: t('devices:chip.panel'), words: t('devices:state.Ready') }
      await expect(toast(page, t('devices:chip.said', said))).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expectAccessible(page, '[role="group"]')
    })
  })
})

test('the hardware status, for root: sensor and generator, asked again, and what went wrong', async ({
  page,
  day,
  simulator,
  t,
}) => {
  test.slow()
  const study = await day.study(await day.patient('Rex'))
  await enter(page, 'root')
  await page.goto(`general?studyId=${study}`)
  const { chip, hardware, value, more, less } = roomOf(page, t)
  const sensor = hardware.getByRole('region', { name: t('devices:hardware.sensor') })
  const generator = hardware.getByRole('region', { name: t('devices:hardware.generator') })

  await test.step('shows both, and what went wrong', async () => {
    await chip('panel').click()
    await expect(page.getByRole('dialog', { name: 'Hardware Status' })).toBeVisible()
    await expect(sensor).toContainText('Simulator CR1500L')
    await expect(generator).toContainText('kV')
    await expectAccessible(page, '[role="dialog"]')

    const refresh = button(hardware, 'Refresh')
    await simulator.fault('low-battery')
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

  await test.step('has no generator where none is needed', async () => {
    await page.goto('dental?studyId=1')
    await chip('panel').click()
    await expect(hardware).toContainText('Simulator Hdr600')
    await expect(generator).toHaveCount(0)
  })

  await test.step('nor where there is none: its chip and the boxes of mA and ms are hidden, values are simulated', async () => {
    await simulator.generatorFault('no-generator')
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

test('signing in switches the generator on, and signing out switches it off', async ({
  page,
  simulator,
  t,
}) => {
  const power = async () => (await simulator.picture()).generator?.status['pw']
  await page.goto('login')
  expect(await power()).toBe(0)
  await signIn(page, 'operator.en')
  await expect.poll(power).toBe(1)
  await page.goto('logout')
  await expect(page.getByRole('textbox', { name: t('auth:field.username') })).toBeVisible()
  expect(await power()).toBe(0)
})

test('the generator follows what is selected, the boxes by pointer and keyboard, and its own keys', async ({
  page,
  day,
  simulator,
  t,
}) => {
  const study = await day.study(await day.patient('Rex'))
  for (const bodyPartView of ['LAT', 'VD'])
    await day.api('POST', `study/${study}/annotations`, {
      bodyPart: 'Chest',
      bodyPartView,
      animalSize: 'Large',
    })
  await enter(page, day.clinic.admin)
  await page.goto(`general?studyId=${study}`)
  const { value, more, less, focus, save } = roomOf(page, t)
  const { line } = captureDesk(page, t)
  const display = async () => (await simulator.picture()).generator?.status
  const shown = async () => Number(await value('kV').getAttribute('aria-valuenow'))

  await test.step('a selected annotation sets its technique; one that was saved is one’s own', async () => {
    await line('Chest LAT').click()
    await expect.poll(display).toMatchObject({ kv: 85, ma: 320, ms: 10, fo: 1 })
    await more('kV').click()
    await expect(value('kV')).toHaveAttribute('aria-valuenow', '86')
    await save.click()
    await expect(toast(page, t('devices:technique.saved'))).toBeVisible()
    await line('Chest VD').click()
    await expect.poll(display).toMatchObject({ kv: 90, ma: 320, ms: 12.5, fo: 1 })
    await line('Chest LAT').click()
    await expect.poll(display).toMatchObject({ kv: 86, ma: 320, ms: 10, fo: 1 })
  })

  await test.step('step by step, by pointer and by keyboard', async () => {
    await expect(value('kV')).toHaveAttribute('aria-valuenow', '86')
    await more('kV').click()
    await more('kV').click()
    await expect(value('kV')).toHaveAttribute('aria-valuenow', '88')
    await expect.poll(display).toMatchObject({ kv: 88 })
    await value('kV').focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(display).toMatchObject({ kv: 87 })

    // mAs is mA times ms by 1000, whichever of them is stepped.
    await less('ms').click()
    await expect.poll(display).not.toMatchObject({ ms: 10 })
    const { ma = 0, ms = 0, mx } = (await display()) ?? {}
    expect(Math.round(((ma * ms) / 1000) * 1e6) / 1e6).toBe(mx)
    await expect(value('mAs')).toHaveAttribute('aria-valuenow', String(mx))

    await focus.click()
    await expect.poll(display).toMatchObject({ fo: 0 })
  })

  await test.step('what is set at the generator itself shows here', async () => {
    await simulator.setGenerator('ma', 50)
    await expect(value('mA')).toHaveAttribute('aria-valuenow', '50')
    await simulator.setGenerator('kv', 60)
    await expect.poll(shown).toBe(60)
  })

  await test.step('a button that is held steps on until it is let go', async () => {
    await more('kV').hover()
    await page.mouse.down()
    await expect.poll(shown).toBeGreaterThan(63)
    await page.mouse.up()
    const reached = await shown()
    await expect.poll(display).toMatchObject({ kv: await shown() })
    expect(await shown()).toBe(reached)
  })
})

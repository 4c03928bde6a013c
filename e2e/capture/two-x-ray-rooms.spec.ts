import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { createCapturePage, processingTimeout } from '../pages/capture-page.ts'
import { button, field, signInAs } from '../support/clinic-fixture.ts'
import { dialog } from '../support/fixtures.ts'
import type { createTranslator } from '../support/i18n-texts.ts'
import { servers } from '../support/servers.ts'
import { expect, test } from './capture-fixture.ts'
import { findChestTechnique } from './chest-technique.ts'
import { Simulator } from './simulator.ts'

type Translate = ReturnType<typeof createTranslator>

/** A bridge of another computer, which has its own folder and its own devices. */
async function startOtherBridge() {
  const data = await mkdtemp(join(tmpdir(), 'talus-other-room-'))
  const lanPort = await findFreePort()
  const bridge = new Simulator(data, await findFreePort())
  await bridge.start({ BRIDGE_HOST: '127.0.0.1', BRIDGE_LAN_PORT: String(lanPort) })
  const stop = async () => {
    await bridge.kill()
    await rm(data, { recursive: true, force: true })
  }
  return { bridge, lanPort, stop }
}

const readSensor = async (bridge: Simulator) => (await bridge.readState()).sensors[0]?.status
const readGenerator = async (bridge: Simulator) => (await bridge.readState()).generator?.status

/** Adds the bridge with one mistake after the other; nothing that was typed is lost. */
async function pairWithMistakes(page: Page, t: Translate, bridge: Simulator, lanPort: number) {
  await page.goto('settings/devices')
  await button(page, t('stations:add')).click()
  const form = dialog(page, t('stations:add'))
  const port = field(form, t('stations:port'))
  const code = field(form, t('stations:code'))
  await field(form, t('stations:room')).fill('Surgery')
  await field(form, t('stations:address')).fill('127.0.0.1')
  await code.fill('AAAA-BBBB-CCCC')
  const tryPort = async (number: number, errorKey: string) => {
    await port.fill(String(number))
    await code.press('Enter')
    const values = { host: '127.0.0.1', port: number }
    await expect(form.getByText(t(`errors:${errorKey}`, values))).toBeVisible({ timeout: 10_000 })
    await expect(field(form, t('stations:room'))).toHaveValue('Surgery')
    await expect(field(form, t('stations:address'))).toHaveValue('127.0.0.1')
    await expect(code).toHaveValue('AAAA-BBBB-CCCC')
  }
  await tryPort(await findFreePort(), 'device/no-bridge-there')
  await tryPort(Number(new URL(servers.local.url).port), 'device/not-a-bridge')
  await tryPort(lanPort, 'device/pairing-refused')
  await code.fill(bridge.readPairingCode())
  await code.press('Enter')
  await expect(form).toHaveCount(0, { timeout: 20_000 })
  await expect(page.getByRole('heading', { name: 'Surgery' })).toBeVisible()
}

test('an operator switches the X-ray room in the header, and only the sensor of that X-ray room is armed', async ({
  page,
  context,
  records,
  clinicFixture,
  simulator,
  t,
}) => {
  test.slow()
  const { bridge, lanPort, stop } = await startOtherBridge()
  try {
    await signInAs(page, records.clinic.admin)
    await test.step('an administrator pairs the second X-ray station', () =>
      pairWithMistakes(page, t, bridge, lanPort))

    const { username } = await clinicFixture.createUser(records.clinic, 'operator', {
      operator: true,
    })
    const study = await records.createStudy(await records.createPatient('Rex'))
    await records.api('POST', `study/${study}/annotations`, {
      bodyPart: 'Chest',
      bodyPartView: 'RLAT',
      animalSize: 'Large',
    })
    await signInAs(page, username)
    await page.goto(`general?studyId=${study}`)
    const capture = createCapturePage(page, t)

    const switchTo = async (from: string, to: string) => {
      const chooser = button(page, t('shell:room.now', { name: from }))
      await chooser.focus()
      await page.keyboard.press('Enter')
      await button(page.getByRole('group', { name: t('shell:room.title') }), to).press('Enter')
      await expect(button(page, t('shell:room.now', { name: to }))).toBeVisible()
    }

    await test.step('the generator of the chosen X-ray room is switched on, set and shown', async () => {
      await expect.poll(async () => (await readGenerator(simulator))?.pw).toBe(1)
      const otherTab = await context.newPage()
      await otherTab.goto('registration')
      await expect(button(otherTab, t('shell:room.now', { name: '1' }))).toBeVisible()
      await switchTo('1', 'Surgery')
      // The other tabs of the browser stand in the same X-ray room.
      await expect(button(otherTab, t('shell:room.now', { name: 'Surgery' }))).toBeVisible()
      await otherTab.close()
      const technique = findChestTechnique('RLAT')
      await expect.poll(() => readGenerator(bridge)).toMatchObject({ ...technique, pw: 1 })
      await expect.poll(async () => (await readGenerator(simulator))?.pw).toBe(0)
      await simulator.setGenerator('kv', 90)
      await expect(capture.chip(t('devices:chip.generator'))).toContainText(
        t('devices:generator.ready'),
      )
      await expect(page.getByRole('spinbutton').first()).toHaveText(`kV${technique.kv}`)
    })

    await test.step('only the sensor of the chosen X-ray room is armed', async () => {
      await capture.start('xray').click()
      await bridge.waitForState('WaitingForRadiation')
      await expect(capture.start('waiting')).toBeVisible()
      expect(await readSensor(simulator)).toMatchObject({ state: 'Ready', lease: null })
      await bridge.expose()
      await expect(capture.slides).toHaveCount(1, processingTimeout)
      expect(await readSensor(simulator)).toMatchObject({ state: 'Ready', lease: null })
    })

    await test.step('the sensor of an X-ray room that is left is disarmed', async () => {
      // The loop has armed it for the next image.
      await bridge.waitForState('WaitingForRadiation')
      await switchTo('Surgery', '1')
      await expect.poll(() => readSensor(bridge)).toMatchObject({ state: 'Ready', lease: null })
      await expect.poll(() => readGenerator(simulator)).toMatchObject(findChestTechnique('RLAT'))
      await capture.start('xray').click()
      await simulator.expose()
      await expect(capture.slides).toHaveCount(2, processingTimeout)
      await capture.finish.click()
    })
  } finally {
    await stop()
  }
})

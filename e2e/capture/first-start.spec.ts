import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { createSerialPort } from '../../apps/bridge/src/drivers/serial-port.ts'
import { createGradient, createPng } from '../../apps/bridge/src/testing/create-files.ts'
import {
  hasPseudoTerminals,
  plugSerialCable,
} from '../../apps/bridge/src/testing/pseudo-terminals.ts'
import { createSerialPeer } from '@talus/devices/serial-peer'
import { startServer } from '../../tools/testing/test-server.ts'
import { createCapturePage, processingTimeout } from '../pages/capture-page.ts'
import { createRegistrationPage } from '../pages/registration-page.ts'
import { button, field } from '../support/clinic-fixture.ts'
import { dialog, expect, pageUrl, test as base } from '../support/fixtures.ts'
import type { createTranslator } from '../support/i18n-texts.ts'
import { servers, setLocalServer } from '../support/servers.ts'

type Translate = ReturnType<typeof createTranslator>
type Server = Awaited<ReturnType<typeof startServer>>

interface WorkerFixtures {
  /** A server without any data, with a bridge without devices. */
  emptySystem: Server
}

const test = base.extend<object, WorkerFixtures>({
  emptySystem: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright parses this parameter
    async ({}, use) => {
      const settings = { TALUS_DEMO: '0', BRIDGE_PORT: String(await findFreePort()) }
      const server = await startServer(settings, ['--with-bridge'])
      setLocalServer(server.url, server.data)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', auto: true, timeout: 90_000 },
  ],
  baseURL: async ({ emptySystem: _server }, use) => {
    await use(servers.local.base)
  },
})

test.use({ language: 'en' })
test.skip(!hasPseudoTerminals, 'needs socat or python3 for two connected pseudo-terminals')

const admin = { username: 'first.admin', password: 'Fresh-word-7' }

/** A generator at the other end of a serial cable. */
async function connectGenerator(folder: string) {
  const cable = await plugSerialCable(folder)
  const peer = createSerialPeer()
  const port = createSerialPort({ path: cable.theirs, baud: 9600 }, () => undefined)
  port.open(
    (bytes) => port.write(peer.receive(bytes)),
    () => undefined,
  )
  return {
    path: cable.ours,
    disconnect: async () => {
      port.close()
      await cable.unplug()
    },
  }
}

/** The steps before the sign-in, and the one that a server on loopback only cannot complete. */
async function setUpClinic(page: Page, t: Translate) {
  await page.goto('')
  await expect(page).toHaveURL(pageUrl('setup'))
  await button(page, t('setUp:action.continue')).click()
  const enter = (name: string, text: string) => page.locator(`[name=${name}]`).fill(text)
  await enter('name', 'Hillside')
  await enter('address', '1 Main Street')
  await button(page, t('setUp:action.continue')).click()
  await enter('firstName', 'First')
  await enter('lastName', 'Admin')
  await enter('password', admin.password)
  await enter('confirmPassword', admin.password)
  await button(page, t('setUp:action.finish')).click()
  await expect(page).toHaveURL(pageUrl('setup/address'))
  await expect(page.getByText(t('setUp:address.closedTitle'))).toBeVisible()
  await button(page, t('setUp:action.skip')).click()
  // The devices come next: without them no X-ray can be taken.
  await expect(page).toHaveURL(pageUrl('setup/devices'))
}

async function registerDevices(page: Page, t: Translate, folder: string, port: string) {
  await button(page, t('stations:useFound')).click()
  const station = dialog(page, t('stations:add'))
  await field(station, t('stations:room')).fill('Room 1')
  await button(station, t('stations:add')).click()
  await button(page, t('stations:drivers')).click()
  const drivers = page.getByRole('dialog')
  await drivers.locator('[name=generalDriver]').selectOption('folder')
  await drivers.locator('[name=generalFolder]').fill(join(folder, 'missing'))
  await button(drivers, t('common:action.save')).click()
  await expect(drivers.getByText(t('errors:folder/missing'))).toBeVisible()
  await drivers.locator('[name=generalFolder]').fill(folder)
  await drivers.locator('[name=generatorDriver]').selectOption('serial')
  const another = button(drivers, t('stations:driver.anotherPort'))
  if (await another.isVisible()) await another.click()
  await drivers.locator('[name=serialPath]').fill(port)
  await button(drivers, t('common:action.save')).click()
  await expect(drivers).toHaveCount(0, { timeout: 20_000 })
  const rows = page.getByRole('main').getByRole('listitem')
  const detector = rows.filter({ hasText: t('devices:folderDetector') })
  await expect(detector).toContainText(t('devices:state.Ready'))
  await expect(detector).not.toContainText('Unknown')
  await expect(rows.filter({ hasText: port })).toContainText(
    t('stations:generatorState.connected'),
    { timeout: 20_000 },
  )
}

test('an empty system is set up in the browser, gets real devices, and takes an X-ray', async ({
  page,
  t,
}) => {
  test.setTimeout(180_000)
  const folder = await mkdtemp(join(tmpdir(), 'talus-detector-'))
  const cables = await mkdtemp(join(tmpdir(), 'talus-cable-'))
  const generator = await connectGenerator(cables)
  try {
    await test.step('set up the clinic', () => setUpClinic(page, t))
    await test.step('register the devices', () => registerDevices(page, t, folder, generator.path))

    await test.step('register an animal', async () => {
      // The step is done now.
      await button(page, t('setUp:action.continue')).click()
      await expect(page).toHaveURL(pageUrl('setup/email'))
      await page.goto('registration')
      const registration = createRegistrationPage(page, t)
      await registration.button('owner.add').click()
      await registration.newOwner.field('owner.name').fill('Ada Keller')
      await registration.newOwner.field('owner.phone').fill('514 555-0143')
      await registration.newOwner.save.click()
      await registration.newAnimal.field('animal.name').fill('Rex')
      await registration.newAnimal.choice(t('studies:species.Canine')).check({ force: true })
      await registration.newAnimal.save.click()
      await registration.start('StartStudy').click()
      await expect(page).toHaveURL(/general\?studyId=/u)
    })

    await test.step('take the X-ray', async () => {
      const capture = createCapturePage(page, t)
      await capture.bodyPart('Chest').click()
      await capture.add.click()
      await capture.start('xray').click()
      await expect(capture.start('waiting')).toBeVisible(processingTimeout)
      // The detector's software exports the image of the exposure.
      const size = { width: 512, height: 400 }
      const pixels = createGradient(size.width, size.height)
      await writeFile(join(folder, 'export.png'), createPng(size.width, size.height, pixels, 5000))
      await expect(capture.slides).toHaveCount(1, processingTimeout)
    })
  } finally {
    await generator.disconnect()
    await rm(folder, { recursive: true, force: true })
    await rm(cables, { recursive: true, force: true })
  }
})

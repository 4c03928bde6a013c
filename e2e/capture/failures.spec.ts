import type { Page } from '@playwright/test'
import { at, dialog } from '../fixtures.ts'
import { button, toast } from '../office.ts'
import { openGeneral, patient } from './capture-desk.ts'
import { expect, test } from './room.ts'

test.use({ language: 'en' })

/** Whatever the page puts off for a moment waits until it is let go, as on a machine that is busy. */
async function holdTimers(page: Page) {
  await page.evaluate(() => {
    const { setTimeout: real } = globalThis
    const held: (() => void)[] = []
    const hold = (run: () => void, ms = 0) => (ms > 0 ? real(run, ms) : held.push(run))
    const letGo = () => {
      Object.assign(globalThis, { setTimeout: real })
      for (const run of held) run()
    }
    Object.assign(globalThis, { setTimeout: hold, letGo })
  })
  return () => page.evaluate(() => (globalThis as unknown as { letGo: () => void }).letGo())
}

test('what fails is said to have failed, in the words of the server or in general ones', async ({
  page,
  day,
  simulator,
  t,
}) => {
  const { study, desk } = await openGeneral(page, day, t)

  await test.step('an annotation that cannot be stored is not in the list', async () => {
    await desk.part('Chest').click()
    await page.route('**/api/study/*/annotations', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
    )
    await desk.add.click()
    await expect(toast(page, 'Failed to create an annotation')).toBeVisible()
    await expect(desk.lines).toHaveCount(0)
    // Nothing is lost of what was chosen: it is added by the next press.
    await page.unrouteAll()
    await desk.add.click()
    await expect(desk.line('Chest LAT')).toBeVisible()
    const { body } = await day.api('GET', `study/${study}/annotations`)
    expect(body).toMatchObject([{ bodyPart: 'Chest', bodyPartView: 'LAT', images: 0 }])
  })

  await test.step('a capture that fails ends the loop', async () => {
    const fail = async (answer: { status: number; json?: object; body?: string }) => {
      await page.route('**/api/image/capture-xray', (route) => route.fulfill(answer))
      await desk.start('xray').click()
    }
    const problem = dialog(page, 'Error')
    const close = button(problem, t('common:action.close')).last()

    await fail({ status: 502, body: 'Bad Gateway' })
    await expect(problem).toContainText('An unknown API error occurred.')
    // Gloves are worn here.
    expect((await close.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await close.click()
    await expect(problem).toHaveCount(0)
    // An error ends the loop (CAP-42): nothing is asked for until somebody presses again.
    await expect(desk.start('xray')).toBeVisible()
    await page.unrouteAll()

    const message = 'The disk of the server is full.'
    const later = await holdTimers(page)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('image/capture-xray')) asked += 1
    })
    await fail({ status: 507, json: { code: 'storage/full', message } })
    await expect(problem).toContainText(message)
    // It is given the keyboard a moment later: until then no key may press what is behind it.
    await expect(desk.start('xray')).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await page.keyboard.press('x')
    await later()
    await expect(close).toBeFocused()
    await expect(problem).toHaveCount(1)

    // A key that is held closes it, and does not go on to press what has the keyboard then.
    await page.keyboard.down('Enter')
    await expect(problem).toHaveCount(0)
    await expect(desk.start('xray')).toBeFocused()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(desk.start('xray')).toBeVisible()
    expect(asked).toBe(1)

    // Nor does one that was held when it came.
    await page.keyboard.down('Enter')
    await expect(close).toBeFocused()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(problem).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(problem).toHaveCount(0)
    await expect(desk.start('xray')).toBeVisible()
    expect(asked).toBe(2)
    await page.unrouteAll()
    await simulator.untilState('Ready')
  })
})

test('images that cannot be sent hold nobody up, and of a deleted study no viewer is opened', async ({
  page,
  day,
  office,
  t,
}) => {
  await office.asSuper('POST', 'dicomServer', {
    clinicId: day.clinic.id,
    serverName: 'Archive',
    aeTitle: 'ARCHIVE',
    host: '127.0.0.1',
    port: 9,
    description: 'TALUS',
    autoSend: true,
  })
  const { study, desk } = await openGeneral(page, day, t, { images: 1 })
  await expect(desk.slides).toHaveCount(1)
  await expect(desk.viewer).toBeEnabled()

  await test.step('images that cannot be sent are told of', async () => {
    const reason = 'The queue is closed.'
    await page.route('**/api/dicomServer/send/auto', (route) =>
      route.fulfill({ status: 503, json: { code: 'server/unavailable', message: reason } }),
    )
    await desk.finish.click()
    // Three seconds long, from before the page is left.
    await expect(toast(page, t('capture:sendFailed', { server: 'Archive', reason }))).toBeVisible()
    await expect(page).toHaveURL(at('registration'), patient)
  })

  await test.step('the viewer of a study that was deleted meanwhile is not opened', async () => {
    const { status } = await day.api('DELETE', `study/deletestudy/${study}`)
    expect(status).toBeLessThan(300)
    await page.goto(`general?studyId=${study}`)
    await expect(desk.viewer).toHaveAccessibleDescription('This study is deleted.')
    await desk.viewer.click({ force: true })
    await expect(page).toHaveURL(at(String.raw`general\?studyId=${study}`))
  })
})

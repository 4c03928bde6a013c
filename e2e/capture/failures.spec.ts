import type { Page } from '@playwright/test'
import { pageUrl, dialog } from '../support/fixtures.ts'
import { button, toast } from '../support/clinic-fixture.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { openGeneralCapture, processingTimeout } from '../pages/capture-page.ts'
import { openPage } from '../support/navigate.ts'
import { expect, test, type CaptureFlow } from './capture-fixture.ts'

test.use({ language: 'en' })

/** Holds back zero-delay timers of the page until they are released, as on a busy computer. */
async function holdTimers(page: Page) {
  await page.evaluate(() => {
    const { setTimeout: real } = globalThis
    const held: (() => void)[] = []
    const hold = (run: () => void, ms = 0) => (ms > 0 ? real(run, ms) : held.push(run))
    const release = () => {
      Object.assign(globalThis, { setTimeout: real })
      for (const run of held) run()
    }
    Object.assign(globalThis, { setTimeout: hold, release })
  })
  return () => page.evaluate(() => (globalThis as unknown as { release: () => void }).release())
}

async function reportFailures({ page, records, simulator, t }: CaptureFlow) {
  const { study, capture } = await openGeneralCapture(page, records, t)

  await test.step('an annotation that cannot be stored is not listed', async () => {
    await capture.bodyPart('Chest').click()
    await page.route('**/api/study/*/annotations', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
    )
    await capture.add.click()
    await expect(toast(page, 'Failed to create an annotation')).toBeVisible()
    await expect(capture.annotations).toHaveCount(0)
    // The choices are kept: the next click adds them.
    await page.unrouteAll()
    await capture.add.click()
    await expect(capture.annotation('Chest RLAT')).toBeVisible()
    const { body } = await records.api('GET', `study/${study}/annotations`)
    expect(body).toMatchObject([{ bodyPart: 'Chest', bodyPartView: 'RLAT', images: 0 }])
  })

  await test.step('a failed capture ends the loop', async () => {
    const fail = async (response: { status: number; json?: object; body?: string }) => {
      await page.route('**/api/image/capture-xray', (route) => route.fulfill(response))
      await capture.start('xray').click()
    }
    const problem = dialog(page, 'Error')
    const close = button(problem, t('common:action.close')).last()

    await fail({ status: 502, body: 'Bad Gateway' })
    await expect(problem).toContainText('An unknown API error occurred.')
    // Users wear gloves here.
    expect((await close.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await close.click()
    await expect(problem).toHaveCount(0)
    // An error ends the loop: no capture is requested until the user presses again.
    await expect(capture.start('xray')).toBeVisible()
    await page.unrouteAll()

    const message = 'The disk of the server is full.'
    const releaseTimers = await holdTimers(page)
    let requests = 0
    page.on('request', (request) => {
      if (request.url().endsWith('image/capture-xray')) requests += 1
    })
    await fail({ status: 507, json: { code: 'storage/full', message } })
    await expect(problem).toContainText(message)
    // The dialog receives the focus a moment later: until then no key may press the button behind
    // it.
    await expect(capture.start('xray')).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await page.keyboard.press('F9')
    await releaseTimers()
    await expect(close).toBeFocused()
    await expect(problem).toHaveCount(1)

    await waitForDeliberatePress(page)
    // A held key closes the dialog, and its repeats do not press the button that then has the
    // focus.
    await page.keyboard.down('Enter')
    await expect(problem).toHaveCount(0)
    await expect(capture.start('xray')).toBeFocused()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(capture.start('xray')).toBeVisible()
    expect(requests).toBe(1)

    await waitForDeliberatePress(page)
    await page.keyboard.press('Enter')
    await expect(close).toBeFocused()
    await waitForDeliberatePress(page)
    // The second Enter of a double press does not press the button either.
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')])
    await expect(problem).toHaveCount(0)
    await expect(capture.start('xray')).toBeVisible()
    expect(requests).toBe(2)

    await waitForDeliberatePress(page)
    // Repeats of a key that was held when the dialog opened do not close it.
    await page.keyboard.down('Enter')
    await expect(close).toBeFocused()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(problem).toBeVisible()
    await waitForDeliberatePress(page)
    await page.keyboard.press('Enter')
    await expect(problem).toHaveCount(0)
    await expect(capture.start('xray')).toBeVisible()
    expect(requests).toBe(3)
    await page.unrouteAll()
    await simulator.waitForState('Ready')
  })
}

async function failAfterCapture({ page, records, clinicFixture, t }: CaptureFlow) {
  await clinicFixture.asSuper('POST', 'dicomServer', {
    clinicId: records.clinic.id,
    serverName: 'Archive',
    aeTitle: 'ARCHIVE',
    host: '127.0.0.1',
    port: 9,
    description: 'TALUS',
    autoSend: true,
  })
  const { study, capture } = await openGeneralCapture(page, records, t, { images: 1 })
  await expect(capture.slides).toHaveCount(1)
  await expect(capture.viewer).toBeEnabled()

  await test.step('a failed send is reported', async () => {
    const reason = 'The queue is closed.'
    await page.route('**/api/dicomServer/send/auto', (route) =>
      route.fulfill({ status: 503, json: { code: 'server/unavailable', message: reason } }),
    )
    await capture.finish.click()
    // The toast is visible for three seconds, and appears before the page is left.
    await expect(toast(page, t('capture:sendFailed', { reason }))).toBeVisible()
    await expect(page).toHaveURL(pageUrl('registration'), processingTimeout)
  })

  await test.step('the viewer of a study that was deleted in the meantime does not open', async () => {
    const { status } = await records.api('DELETE', `study/deletestudy/${study}`)
    expect(status).toBeLessThan(300)
    await openPage(page, `general?studyId=${study}`)
    await expect(capture.viewer).toHaveAccessibleDescription('This study is deleted.')
    await capture.viewer.click({ force: true })
    await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=${study}`))
  })
}

test('failures are reported at capture and after it', async ({
  page,
  records,
  clinicFixture,
  simulator,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, simulator, t }
  await test.step('the capture screen reports failures with the message of the server or a general one', () =>
    reportFailures(flow))
  await test.step('a failed automatic send does not keep the user on the page, and the viewer of a deleted study does not open', () =>
    failAfterCapture(flow))
})

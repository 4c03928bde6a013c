import { pageUrl, dialog } from '../support/fixtures.ts'
import { createApi, button, signInAs } from '../support/clinic-fixture.ts'
import {
  createCapturePage,
  openGeneralCapture,
  processingTimeout,
  stopCapture,
  watchProcessing,
} from '../pages/capture-page.ts'
import {
  choosePreset,
  expectNothingPlanned,
  planExposures,
  rejectImage,
} from './examination-steps.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { expect, test, type CaptureFlow } from './capture-fixture.ts'
import type { Simulator } from './simulator.ts'

test.use({ language: 'en' })

const readState = async (simulator: Simulator) =>
  (await simulator.readState()).sensors.at(0)?.status.state

interface StoredImage {
  readonly id: number
  readonly isRejected: boolean
}

test('an examination from registration to finish: plan, expose, reject, choose another preset', async ({
  page,
  records,
  clinicFixture,
  simulator,
  t,
}) => {
  test.slow()
  const study = await records.createStudy(await records.createPatient('Rex'))
  await clinicFixture.asSuper('POST', 'dicomServer', {
    clinicId: records.clinic.id,
    serverName: 'Archive',
    aeTitle: 'ARCHIVE',
    host: '127.0.0.1',
    port: 9,
    description: 'TALUS',
    autoSend: true,
  })
  const capture = createCapturePage(page, t)
  await signInAs(page, records.clinic.admin)
  await page.goto('registration')
  await page.getByRole('row', { name: /Rex/u }).click()
  await button(page, t('registration:start.AddImages')).click()
  await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=${study}`))

  await test.step('nothing is planned yet', () => expectNothingPlanned(page, capture, t))
  await test.step('plan', () => planExposures(page, capture, t))

  await test.step('expose', async () => {
    const readSteps = await watchProcessing(page)
    await capture.start('xray').click()
    await expect(capture.start('waiting')).toBeVisible(processingTimeout)
    await simulator.expose()
    await expect(capture.slides).toHaveCount(1, processingTimeout)
    await expect(capture.preview.getByRole('img', { name: 'Chest RLAT' })).toBeVisible()
    await expect(capture.preview).toContainText(/EI\s*\d|Exposure index not measured/u)
    await expect(capture.annotation('Chest RLAT')).toHaveAccessibleName(/1 image/u)
    await expect(capture.remove('Chest RLAT')).toHaveCount(0)
    // Under load the sensor may finish a step before the page has drawn it.
    const steps = ['Capture In Progress: Capturing Image', 'Capture In Progress: Cleaning Up']
    expect(steps).toEqual(expect.arrayContaining(await readSteps()))
    expect(await readSteps()).not.toEqual([])

    // The loop continues automatically with the next view of the plan, and follows the selection.
    await expect(capture.selected).toHaveAccessibleName(/^Abdomen RLAT/u)
    await expect(capture.list.getByRole('status')).toHaveText(
      t('capture:list.next', { name: 'Abdomen RLAT' }),
    )
    await expect(capture.start('waiting')).toBeVisible(processingTimeout)
    await expect(capture.start('waiting')).toContainText('Abdomen RLAT')
    // The sensor is disarmed first; until then the page must not ask for an exposure, which would
    // be lost.
    const disarm = Promise.withResolvers<void>()
    await page.route('**/api/image/capture-xray/cancel', async (route) => {
      await disarm.promise
      await route.continue()
    })
    await capture.annotation('Chest RLAT').click()
    await expect(capture.start('preparing')).toBeVisible()
    await expect(page.getByText('Waiting for radiation', { exact: true })).toHaveCount(0)
    expect(await readState(simulator)).toBe('WaitingForRadiation')
    await expect(capture.start('waiting')).toHaveCount(0)
    disarm.resolve()
    await expect(capture.start('waiting')).toBeVisible(processingTimeout)
    await page.unrouteAll()
    await capture.annotation('Abdomen RLAT').click()
    await expect(capture.start('waiting')).toContainText('Abdomen RLAT', processingTimeout)
    await simulator.expose()
    await expect(capture.slides).toHaveCount(2, processingTimeout)
    await expect(capture.slides.last()).toHaveAccessibleName(/Abdomen RLAT/u)
    await stopCapture(capture, t)
    await simulator.waitForState('Ready')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('reject, undo, and reject again', async () => {
    await rejectImage(page, capture)
    await button(page, t('capture:reject.undo')).click()
    await expect(capture.slides).toHaveCount(2)
    await expect(capture.slides.last()).toHaveAccessibleName(/Abdomen RLAT/u)
    await rejectImage(page, capture)
    await button(page, t('capture:rejected.action_one', { count: 1 })).click()
    const rejected = dialog(page, t('capture:rejected.title'))
    await button(rejected, t('capture:rejected.restoreNamed', { name: 'Abdomen RLAT' })).click()
    await expect(rejected).toContainText(t('capture:rejected.none'))
    await page.keyboard.press('Escape')
    await expect(rejected).toHaveCount(0)
    await expect(capture.slides).toHaveCount(2)
    await rejectImage(page, capture)
    const { body: images } = await records.api('GET', `image?studyId=${study}`)
    expect(images).toMatchObject([
      { bodyPart: 'Chest', bodyPartView: 'RLAT', animalSize: 'Medium', isRejected: false },
      { bodyPart: 'Abdomen', bodyPartView: 'RLAT', animalSize: 'Large', isRejected: true },
    ])
  })
  await test.step('another preset', () => choosePreset(page, capture, t))

  await test.step('finish', async () => {
    const { body: images } = await records.api<StoredImage[]>('GET', `image?studyId=${study}`)
    const kept = images.filter(({ isRejected }) => !isRejected)
    expect(kept).toMatchObject([{ bodyPart: 'Chest', preset: 'bone' }])
    const sent = page.waitForRequest((request) => request.url().endsWith('dicomServer/send/auto'))
    await capture.finish.click()
    expect((await sent).postDataJSON()).toEqual({ studyId: study })
    await expect
      .poll(async () => (await records.api<StoredImage[]>('GET', `image?studyId=${study}`)).body)
      .toMatchObject(images.map(({ isRejected }) => ({ isAutoSent: !isRejected })))
    await expect(page).toHaveURL(pageUrl('registration'))
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  })
})

async function reportFaults({ page, records, clinicFixture, simulator, t }: CaptureFlow) {
  const { study, capture } = await openGeneralCapture(page, records, t, { parts: ['Skull'] })

  // Another user holds the sensor.
  const other = await clinicFixture.createUser(records.clinic, 'other', { operator: true })
  const asOther = await createApi(other.username)
  const { body: sensors } = await asOther<{ id: number; modality: string }[]>('GET', 'sensor/local')
  const sensorId = sensors.find(({ modality }) => modality === 'General')?.id
  const annotation = { bodyPart: 'Chest', bodyPartView: 'RLAT', animalSize: 'Medium' }
  const theirs = asOther('POST', 'image/capture-xray', { sensorId, studyId: study, annotation })
  await expect(capture.start('inUse')).toHaveAccessibleDescription(
    t('capture:start.obstacle.inUse'),
    processingTimeout,
  )
  await capture.start('inUse').click({ force: true })
  await expect(capture.cancelDialog).toHaveCount(0)
  await asOther('POST', 'image/capture-xray/cancel', { sensorId })
  expect(await theirs).toMatchObject({ status: 409 })
  await expect(capture.start('xray')).toBeVisible()

  // The generator reports an error.
  await simulator.setGeneratorFault('generator-error')
  // The cover of the other capture has just closed.
  await waitForDeliberatePress(page)
  await capture.start('xray').click()
  const generator = dialog(page, 'Generator Connection Error')
  await expect(generator).toContainText('Generator is currently unavailable')
  await generator.getByText(t('common:action.close')).click()
  await simulator.setGeneratorFault('generator-error', false)
  await expect(capture.start('xray')).toBeVisible()

  // The panel is disconnected while it waits for radiation, and connected again.
  await capture.start('xray').click()
  await expect(capture.start('waiting')).toBeVisible(processingTimeout)
  await simulator.setFault('disconnected')
  await expect(dialog(page, 'Sensor Connection Error')).toBeVisible()
  await expect(capture.start('unavailable')).toHaveAccessibleDescription(
    t('capture:start.obstacle.notAvailable'),
  )
  await dialog(page, 'Sensor Connection Error').getByRole('button').last().click()
  await simulator.setFault('disconnected', false)
  await expect(capture.start('xray')).toBeVisible()

  // A low battery is shown and blocks nothing.
  await simulator.setFault('low-battery')
  await expect(capture.chip('Panel')).toHaveAccessibleName(/battery/iu)
  await simulator.setFault('low-battery', false)

  // No exposure is made before the timeout.
  await simulator.restart({ BRIDGE_RADIATION_SECONDS: '1' })
  await capture.start('xray').click()
  const late = dialog(page, 'X-Ray Time Out')
  await expect(late).toBeVisible(processingTimeout)
  await late.getByRole('button').last().click()
  await expect(capture.start('xray')).toBeVisible()

  // Leaving the page releases the sensor for the next user.
  const released = page.waitForResponse((response) =>
    response.url().endsWith('capture-xray/cancel'),
  )
  await capture.finish.click()
  await expect(page).toHaveURL(pageUrl('registration'))
  expect((await released).ok()).toBe(true)
  await simulator.restart()
}

async function resumeCapture({ page, records, simulator, t }: CaptureFlow) {
  const { study, capture } = await openGeneralCapture(page, records, t, {
    parts: ['Skull', 'Chest'],
  })
  await capture.annotation('Chest RLAT').click()
  await capture.start('xray').click()
  await expect(capture.start('waiting')).toBeVisible(processingTimeout)

  // The texts of the page may arrive after the study was requested.
  const texts = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?:capture|devices|maps)-[^/]+\.js$/u, async (route) => {
    await texts.promise
    await route.continue()
  })
  const requested = page.waitForRequest((request) => request.url().endsWith(`/api/study/${study}`))
  await page.reload()
  await requested
  texts.resolve()
  await simulator.waitForState('Ready')
  await expect(capture.selected).toHaveAccessibleName(/^Chest RLAT/u)
  await button(page, t('capture:resume.action', { name: 'Chest RLAT' })).click()
  await expect(capture.start('waiting')).toBeVisible(processingTimeout)

  // An exposure just before a reload: the reloaded page receives the image.
  await simulator.expose()
  await expect.poll(() => readState(simulator)).not.toBe('WaitingForRadiation')
  await page.reload()
  await expect(capture.slides).toHaveCount(1, processingTimeout)
  await expect(capture.preview.getByRole('img', { name: 'Chest RLAT' })).toBeVisible()
  await button(page, t('capture:resume.dismiss')).click()
  await expect(button(page, t('capture:resume.dismiss'))).toHaveCount(0)

  // The connection is lost during the transfer: the image arrives late and is marked as recovered.
  await simulator.setFault('disconnect-in-transfer')
  await capture.start('xray').click()
  await simulator.expose()
  await expect(capture.slides).toHaveCount(2, processingTimeout)

  await expect(capture.preview.getByText(t('capture:preview.recovered'))).toBeVisible()
  await simulator.setFault('disconnect-in-transfer', false)
  await expect(capture.start('waiting')).toBeVisible(processingTimeout)
  await page.getByRole('link', { name: t('shell:nav.studylist') }).click()
  await expect(page).toHaveURL(pageUrl('studylist'))
  await simulator.waitForState('Ready')

  await page.goBack()
  await capture.start('xray').click()
  await expect(capture.start('waiting')).toBeVisible(processingTimeout)
  await page.close()
  await simulator.waitForState('Ready')
}

test('a capture survives device faults and reloads, and disarms the sensor', async ({
  page,
  records,
  clinicFixture,
  simulator,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, simulator, t }
  await test.step('every device fault is reported, ends the capture loop and leaves the sensor disarmed', () =>
    reportFaults(flow))
  await test.step('a reload offers to resume the capture, an exposure during it is not lost, and leaving disarms the sensor', () =>
    resumeCapture(flow))
})

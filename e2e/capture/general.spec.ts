import { at, dialog } from '../fixtures.ts'
import { apiOf, button, enter } from '../office.ts'
import { captureDesk, openGeneral, patient, stop, watchProcessing } from './capture-desk.ts'
import { chooseLook, expectNothingPlanned, plan, reject } from './examination.ts'
import { expect, test } from './room.ts'
import type { Simulator } from './simulator.ts'

test.use({ language: 'en' })

const stateNow = async (simulator: Simulator) =>
  (await simulator.picture()).sensors.at(0)?.status.state

interface Stored {
  readonly id: number
  readonly isRejected: boolean
}

test('an examination from the registration to the end: plan, expose, reject, another look, finish', async ({
  page,
  day,
  office,
  simulator,
  t,
}) => {
  test.slow()
  const study = await day.study(await day.patient('Rex'))
  await office.asSuper('POST', 'dicomServer', {
    clinicId: day.clinic.id,
    serverName: 'Archive',
    aeTitle: 'ARCHIVE',
    host: '127.0.0.1',
    port: 9,
    description: 'TALUS',
    autoSend: true,
  })
  const desk = captureDesk(page, t)
  await enter(page, day.clinic.admin)
  await page.goto('registration')
  await page.getByRole('row', { name: /Rex/u }).click()
  await button(page, t('registration:start.AddImages')).click()
  await expect(page).toHaveURL(at(String.raw`general\?studyId=${study}`))

  await test.step('nothing is planned yet', () => expectNothingPlanned(page, desk, t))
  await test.step('plan', () => plan(page, desk, t))

  await test.step('expose', async () => {
    const said = await watchProcessing(page)
    await desk.start('xray').click()
    await expect(desk.start('waiting')).toBeVisible(patient)
    await simulator.expose()
    await expect(desk.slides).toHaveCount(1, patient)
    await expect(desk.preview.getByRole('img', { name: 'Chest LAT' })).toBeVisible()
    await expect(desk.preview).toContainText(/EI\s*\d|Exposure index not measured/u)
    await expect(desk.line('Chest LAT')).toHaveAccessibleName(/1 image/u)
    await expect(desk.remove('Chest LAT')).toHaveCount(0)
    // Under load the sensor may be through with a step before the page has drawn it.
    const steps = ['Capture In Progress: Capturing Image', 'Capture In Progress: Cleaning Up']
    expect(steps).toEqual(expect.arrayContaining(await said()))
    expect(await said()).not.toEqual([])

    // The loop goes on by itself, and follows the selection.
    await expect(desk.start('waiting')).toBeVisible(patient)
    // Nobody is invited to an exposure that would be lost: the sensor is disarmed first.
    const disarm = Promise.withResolvers<void>()
    await page.route('**/api/image/capture-xray/cancel', async (route) => {
      await disarm.promise
      await route.continue()
    })
    await desk.line('Abdomen LAT').click()
    await expect(desk.start('preparing')).toBeVisible()
    await expect(page.getByText('Waiting for radiation', { exact: true })).toHaveCount(0)
    expect(await stateNow(simulator)).toBe('WaitingForRadiation')
    await expect(desk.start('waiting')).toHaveCount(0)
    disarm.resolve()
    await expect(desk.start('waiting')).toBeVisible(patient)
    await page.unrouteAll()
    await simulator.expose()
    await expect(desk.slides).toHaveCount(2, patient)
    await expect(desk.slides.last()).toHaveAccessibleName(/Abdomen LAT/u)
    await stop(desk, t)
    await simulator.untilState('Ready')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('reject', async () => {
    await reject(page, desk)
    const { body: images } = await day.api('GET', `image?studyId=${study}`)
    expect(images).toMatchObject([
      { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium', isRejected: false },
      { bodyPart: 'Abdomen', bodyPartView: 'LAT', animalSize: 'Large', isRejected: true },
    ])
  })
  await test.step('another look', () => chooseLook(page, desk, t))

  await test.step('finish', async () => {
    const { body: images } = await day.api<Stored[]>('GET', `image?studyId=${study}`)
    const kept = images.filter(({ isRejected }) => !isRejected)
    expect(kept).toMatchObject([{ bodyPart: 'Chest', look: 'bone' }])
    const sent = page.waitForRequest((request) => request.url().endsWith('dicomServer/send/auto'))
    await desk.finish.click()
    expect((await sent).postDataJSON()).toMatchObject({ imageIdList: kept.map(({ id }) => id) })
    await expect(page).toHaveURL(at('registration'))
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  })
})

test('every fault is told, ends the loop, and leaves nothing armed', async ({
  page,
  day,
  office,
  simulator,
  t,
}) => {
  test.slow()
  const { study, desk } = await openGeneral(page, day, t, { parts: ['Skull'] })

  // Somebody else has the sensor.
  const other = await office.user(day.clinic, 'other', { operator: true })
  const asOther = await apiOf(other.username)
  const { body: sensors } = await asOther<{ id: number; modality: string }[]>('GET', 'sensor/local')
  const sensorId = sensors.find(({ modality }) => modality === 'General')?.id
  const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' }
  const theirs = asOther('POST', 'image/capture-xray', { sensorId, studyId: study, annotation })
  await expect(desk.start('waiting')).toBeVisible(patient)
  await desk.start('waiting').click()
  await button(desk.cancelling, t('capture:cancel.confirm')).click()
  await expect(desk.cancelling.getByRole('alert')).toContainText(/in use/iu)
  await button(desk.cancelling, t('capture:cancel.keep')).click()
  await asOther('POST', 'image/capture-xray/cancel', { sensorId })
  expect(await theirs).toMatchObject({ status: 409 })
  await expect(desk.start('xray')).toBeVisible()

  // The generator says no.
  await simulator.generatorFault('generator-error')
  await desk.start('xray').click()
  const generator = dialog(page, 'Generator Connection Error')
  await expect(generator).toContainText('Generator is currently unavailable')
  await generator.getByText(t('common:action.close')).click()
  await simulator.generatorFault('generator-error', false)
  await expect(desk.start('xray')).toBeVisible()

  // The panel is pulled out while it waits, and put back.
  await desk.start('xray').click()
  await expect(desk.start('waiting')).toBeVisible(patient)
  await simulator.fault('disconnected')
  await expect(dialog(page, 'Sensor Connection Error')).toBeVisible()
  await expect(desk.start('unavailable')).toHaveAccessibleDescription(
    t('capture:start.obstacle.notAvailable'),
  )
  await dialog(page, 'Sensor Connection Error').getByRole('button').last().click()
  await simulator.fault('disconnected', false)
  await expect(desk.start('xray')).toBeVisible()

  // A weak battery is said, and in nobody's way.
  await simulator.fault('low-battery')
  await expect(desk.chip('Panel')).toHaveAccessibleName(/battery/iu)
  await simulator.fault('low-battery', false)

  // Nobody exposes.
  await simulator.restart({ BRIDGE_RADIATION_SECONDS: '1' })
  await desk.start('xray').click()
  const late = dialog(page, 'X-Ray Time Out')
  await expect(late).toBeVisible(patient)
  await late.getByRole('button').last().click()
  await expect(desk.start('xray')).toBeVisible()

  // Who leaves gives the sensor free for the next one.
  const freed = page.waitForResponse((answer) => answer.url().endsWith('capture-xray/cancel'))
  await desk.finish.click()
  await expect(page).toHaveURL(at('registration'))
  expect((await freed).ok()).toBe(true)
  await simulator.restart()
})

test('a reload finds the way back, an exposure meanwhile is not lost, and leaving disarms', async ({
  page,
  day,
  simulator,
  t,
}) => {
  test.slow()
  const { study, desk } = await openGeneral(page, day, t, { parts: ['Skull', 'Chest'] })
  await desk.line('Chest LAT').click()
  await desk.start('xray').click()
  await expect(desk.start('waiting')).toBeVisible(patient)

  // The study is not asked for last: the words of the page may be as long on their way.
  const words = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?:capture|devices|maps)-[^/]+\.js$/u, async (route) => {
    await words.promise
    await route.continue()
  })
  const asked = page.waitForRequest((request) => request.url().endsWith(`/api/study/${study}`))
  await page.reload()
  await asked
  words.resolve()
  await simulator.untilState('Ready')
  await expect(desk.selected).toHaveAccessibleName(/^Chest LAT/u)
  await button(page, t('capture:resume.action', { name: 'Chest LAT' })).click()
  await expect(desk.start('waiting')).toBeVisible(patient)

  // Irradiated just before the page went: the image comes to the page that is there then.
  await simulator.expose()
  await expect.poll(() => stateNow(simulator)).not.toBe('WaitingForRadiation')
  await page.reload()
  await expect(desk.slides).toHaveCount(1, patient)
  await expect(desk.preview.getByRole('img', { name: 'Chest LAT' })).toBeVisible()
  await button(page, t('capture:resume.dismiss')).click()
  await expect(button(page, t('capture:resume.dismiss'))).toHaveCount(0)

  // The connection is lost in the middle of the transfer: late, but there, and marked.
  await simulator.fault('disconnect-in-transfer')
  await desk.start('xray').click()
  await simulator.expose()
  await expect(desk.slides).toHaveCount(2, patient)

  await expect(desk.preview.getByText(t('capture:preview.recovered'))).toBeVisible()
  await simulator.fault('disconnect-in-transfer', false)
  await expect(desk.start('waiting')).toBeVisible(patient)
  await page.getByRole('link', { name: t('shell:nav.studylist') }).click()
  await expect(page).toHaveURL(at('studylist'))
  await simulator.untilState('Ready')

  await page.goBack()
  await desk.start('xray').click()
  await expect(desk.start('waiting')).toBeVisible(patient)
  await page.close()
  await simulator.untilState('Ready')
})

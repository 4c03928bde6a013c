import { at, dialog, expectAccessible, expectNoSidewaysScroll } from '../fixtures.ts'
import { apiOf, button, enter } from '../office.ts'
import { captureDesk, openGeneral, patient, watchProcessing } from './capture-desk.ts'
import { expect, test } from './room.ts'

test.use({ language: 'en' })

interface Stored {
  readonly id: number
  readonly bodyPart: string
  readonly bodyPartView: string
  readonly animalSize: string
  readonly isRejected: boolean
  readonly isRecovered: boolean
}

test('an examination from the registration to the end: plan, expose, reject, finish', async ({
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

  await expect(desk.size('Medium')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('term').filter({ hasText: 'Patient' })).toBeAttached()
  await expect(page.getByText('Rex', { exact: true })).toBeVisible()
  await expect(page.getByText('Ada Keller', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('option')).toHaveCount(10)
  await expect(desk.places).toHaveCount(4)
  await expect(desk.add).toHaveAccessibleDescription(t('capture:add.noPart'))
  await expect(desk.start('xray')).toHaveAccessibleDescription(
    t('capture:start.obstacle.noAnnotation'),
  )
  await expect(desk.reject).toHaveAccessibleDescription(t('capture:reject.none'))
  await expect(desk.viewer).toHaveAccessibleDescription(t('capture:viewer.noImages'))

  await desk.part('Chest').click()
  await expect(desk.views.getByRole('button')).toHaveText(['LAT', 'VD', 'DV'])
  await desk.add.click()
  await expect(desk.line('Chest LAT')).toHaveAttribute('aria-current', 'true')
  await expect(desk.add).toHaveAccessibleDescription(t('capture:add.exists'))
  await desk.views.getByRole('button', { name: 'VD' }).click()
  await desk.add.click()
  await desk.part('Abdomen').click()
  await desk.size('Large').click()
  await desk.add.click()
  await expect(desk.lines).toHaveCount(3)
  await expect(desk.selected).toHaveAccessibleName(/^Chest LAT/u)
  await desk.remove('Chest VD').click()
  await expect(desk.lines).toHaveCount(2)
  const scrolls = await page.evaluate(() => {
    const main = document.querySelector('main')
    return main !== null && main.scrollHeight > main.clientHeight
  })
  expect(scrolls, 'at 1366 by 768 nothing scrolls').toBe(false)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

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
  expect(['Capturing Image', 'Cleaning Up']).toEqual(expect.arrayContaining(await said()))
  expect(await said()).not.toEqual([])

  // The loop goes on by itself, and follows the selection.
  await expect(desk.start('waiting')).toBeVisible(patient)
  await simulator.expose()
  await expect(desk.slides).toHaveCount(2, patient)
  await desk.line('Abdomen LAT').click()
  await expect(desk.start('waiting')).toBeVisible(patient)
  await simulator.expose()
  await expect(desk.slides).toHaveCount(3, patient)
  await expect(desk.slides.last()).toHaveAccessibleName(/Abdomen LAT/u)

  await desk.start('waiting').click()
  await expect(desk.cancelling).toBeVisible()
  await button(desk.cancelling, t('capture:cancel.confirm')).click()
  await expect(desk.start('xray')).toBeVisible()
  await simulator.untilState('Ready')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await desk.reject.click()
  const asking = dialog(page, 'Reject Abdomen LAT')
  await expect(asking.getByRole('button')).toHaveText([
    '',
    'Wrong Annotations',
    'Wrong Technique',
    'Over-Exposure',
    'Low Exposure',
    'Bad Colimation',
    'Bad Image',
    'Low Quality',
  ])
  await button(asking, 'Bad Colimation').click()
  await expect(desk.slides).toHaveCount(2, patient)
  await expect(desk.slides.first()).toHaveAttribute('aria-current', 'true')
  await expect(desk.remove('Abdomen LAT')).toBeVisible()

  const { body: images } = await day.api<Stored[]>('GET', `image?studyId=${study}`)
  expect(images).toMatchObject([
    { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium', isRejected: false },
    { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium', isRejected: false },
    { bodyPart: 'Abdomen', bodyPartView: 'LAT', animalSize: 'Large', isRejected: true },
  ])
  const sent = page.waitForRequest((request) => request.url().endsWith('dicomServer/send/auto'))
  await desk.finish.click()
  const kept = images.filter(({ isRejected }) => !isRejected).map(({ id }) => id)
  expect((await sent).postDataJSON()).toMatchObject({ imageIdList: kept })
  await expect(page).toHaveURL(at('registration'))
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
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

  // Nobody exposes.
  await simulator.restart({ BRIDGE_RADIATION_SECONDS: '1' })
  await desk.start('xray').click()
  const late = dialog(page, 'X-Ray Time Out')
  await expect(late).toBeVisible(patient)
  await late.getByRole('button').last().click()
  await expect(desk.start('xray')).toBeVisible()
  await simulator.restart()

  // The generator says no.
  await expect(desk.start('xray')).toBeVisible()
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
  // Who leaves gives the sensor free for the next one.
  const freed = page.waitForResponse((answer) => answer.url().endsWith('capture-xray/cancel'))
  await desk.finish.click()
  await expect(page).toHaveURL(at('registration'))
  expect((await freed).ok()).toBe(true)
})

test('a reload finds the way back, an exposure meanwhile is not lost, and leaving disarms', async ({
  page,
  day,
  simulator,
  t,
}) => {
  test.slow()
  const { desk } = await openGeneral(page, day, t, { parts: ['Skull', 'Chest'] })
  await desk.line('Chest LAT').click()
  await desk.start('xray').click()
  await expect(desk.start('waiting')).toBeVisible(patient)

  await page.reload()
  await simulator.untilState('Ready')
  await expect(desk.selected).toHaveAccessibleName(/^Chest LAT/u)
  await button(page, t('capture:resume.action', { name: 'Chest LAT' })).click()
  await expect(desk.start('waiting')).toBeVisible(patient)

  // Irradiated just before the page went: the image comes to the page that is there then.
  await simulator.expose()
  const stateNow = async () => (await simulator.picture()).sensors.at(0)?.status.state
  await expect.poll(stateNow).not.toBe('WaitingForRadiation')
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

import { test } from '../pages/case-fixture.ts'
import { finalizeCase, submitCase, submitCases, takeCase } from '../pages/case-records.ts'
import {
  button,
  expectFieldError,
  field,
  findRow,
  signInAs,
  toast,
} from '../support/clinic-fixture.ts'
import {
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  pageUrl,
} from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { storeImages } from '../support/stored-images.ts'

test('a draft with wrong values is marked at its fields and not sent', async ({
  page,
  records,
}) => {
  const { api, createPatient, createStudy } = records
  const studyId = await createStudy(await createPatient('Rex', { breed: 'Labrador Retriever' }))
  storeImages({ studyId, bodyPart: 'Abdomen', bodyPartView: 'VD' })
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  const form = dialog(page, 'Create Case')
  const open = async () => {
    await (await findRow(page, 'Rex')).click()
    await waitForDeliberatePress(page)
    await button(page, 'Create Case').click()
    await expect(field(form, 'Complaint')).toBeVisible()
  }

  await test.step('a clinic without veterinarians is led to the settings and back to its texts', async () => {
    await open()
    await field(form, 'Complaint').fill('Cough')
    await button(form, 'Add a veterinarian').click()
    await expect(page).toHaveURL(pageUrl('settings/doctors'))
    await page.goBack()
    await open()
    await expect(field(form, 'Complaint')).toHaveValue('Cough')
    await api('POST', 'clinicprofile', { firstName: 'Nora', lastName: 'Whitlock' })
    await page.reload()
  })

  await open()
  await field(form, 'Weight').fill('abc')
  await field(form, 'Birth date').fill('31312020')
  await waitForDeliberatePress(page)
  await button(form, 'Save').click()
  await expectFieldError(field(form, 'Birth date'), 'This is not a date (YYYY-MM-DD)')
  await expectFieldError(field(form, 'Weight'), 'This value is not valid')
  await expect(form).toBeVisible()

  await test.step('a refused file leaves the others, and small files have a size', async () => {
    const text = (name: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from('Normal.'),
    })
    const exe = { name: 'a.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }
    await form
      .getByLabel('Attachments')
      .and(form.locator('input'))
      .setInputFiles([text('labs.txt'), exe, text('history.txt')])
    await expect(form).toContainText('File type not allowed: a.exe')
    await expect(form).toContainText('2 of 5 files, 1 kB of 100 MB')
  })

  await test.step('a chosen region without an image is named', async () => {
    const types = form.getByRole('combobox', { name: 'Study types' })
    await types.fill('Thorax')
    await page.getByRole('option', { name: 'Thorax', exact: true }).click()
    await expect(form).toContainText('Thorax: no image is chosen')
  })

  await field(form, 'Weight').fill('4,2')
  await field(form, 'Birth date').fill('2020-02-03')
  await waitForDeliberatePress(page)
  await button(form, 'Save').click()
  await expect(toast(page, 'The draft is saved.')).toBeVisible()
})

test('the clinic answers a question with images of the study and of another one', async ({
  page,
  records,
  assignedCase: caseId,
  radiologist,
}) => {
  await radiologist.api('POST', 'radcase/requestmore', { caseId, notes: 'Please add a VD view.' })
  const { body } = await records.api<{ studyId: number; patientId: number }>(
    'GET',
    `radcase/${String(caseId)}`,
  )
  const other = await records.createStudy(body.patientId, '2026-02-03T12:00:00.000Z')
  storeImages(
    { studyId: body.studyId, bodyPart: 'Chest', bodyPartView: 'VD' },
    { studyId: other, bodyPart: 'Abdomen', bodyPartView: 'VD' },
    { studyId: other, bodyPart: 'Skull', bodyPartView: 'VD' },
  )

  await page.setViewportSize({ width: 1024, height: 768 })
  await signInAs(page, records.clinic.admin)
  await page.goto(`editcases/${String(caseId)}`)
  const question = page.getByRole('region', { name: 'The radiologist asks' })
  await expect(question.getByText('Please add a VD view.')).toBeInViewport()
  await expect(field(question, 'Your answer')).toBeInViewport()
  await question.getByRole('checkbox', { name: /Chest/u }).check()
  const ofOther = question.getByRole('group', { name: /2026-02-03/u })
  await expect(ofOther.getByRole('checkbox')).toHaveCount(2)
  await ofOther.getByRole('checkbox', { name: /Abdomen/u }).check()
  await expectAccessible(page)
  await field(question, 'Your answer').fill('Here it is.')
  await button(question, 'Send the answer').click()
  await expect(toast(page, 'The answer was sent.')).toBeVisible()
  const radiographs = page.getByRole('list', { name: 'Radiographs' }).getByRole('listitem')
  await expect(radiographs).toHaveCount(4)
  await expect(radiographs.filter({ hasText: 'Abdomen VD' })).toHaveCount(1)

  await test.step('a radiograph opens in a new tab and is downloaded', async () => {
    const first = radiographs.first()
    const opened = page.waitForEvent('popup')
    await waitForDeliberatePress(page)
    await first.getByRole('button', { name: /^Open .* in a new tab$/u }).click()
    const tab = await opened
    await expect(tab).toHaveURL(/\/radcase\/file\/ticket\//u)
    await expect(tab.locator('img')).toBeVisible()
    await tab.close()
    const saved = page.waitForEvent('download')
    await first.getByRole('button', { name: /^Download /u }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.jpe?g$/u)
  })

  await test.step('radiographs that were loaded stay when they cannot be loaded again', async () => {
    await page.route('**/radcase/fileIds/*', (route) =>
      route.fulfill({ status: 500, json: { message: 'Failed' } }),
    )
    const failed = page.waitForResponse(
      (reply) => reply.url().includes('/fileIds/') && reply.status() === 500,
    )
    await radiologist.api('POST', `radcase/${String(caseId)}/messages`, { text: 'Thank you.' })
    await failed
    await expect(page.getByText('Thank you.')).toBeVisible()
    await expect(radiographs).toHaveCount(4)
    await expect(page.getByRole('main').getByText('Failed', { exact: true })).toHaveCount(0)
  })
})

test('several critical findings leave space for the page, and the case shows its own once', async ({
  page,
  records,
  radiologist,
}) => {
  const ids = await submitCases(records, [{}, { patientName: 'Ivy' }, { patientName: 'Bo' }])
  for (const id of ids) {
    await takeCase(radiologist, id)
    const text = Array.from({ length: 40 }, (_line, index) => `Line ${String(index)}`).join('\n')
    const { status } = await radiologist.api('POST', `radcase/${String(id)}/critical`, { text })
    expect(status).toBeLessThan(300)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, records.clinic.admin)
  await page.goto('cases')
  await expect(page.getByRole('alert').filter({ hasText: 'Critical finding' })).toHaveCount(1)
  const more = button(page, '2 more critical findings')
  await expect(more).toBeInViewport()
  await expectNoHorizontalScroll(page)
  await more.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Critical finding' })).toHaveCount(3)

  await page.goto(`editcases/${String(ids[2])}`)
  const own = page.getByRole('alert').filter({ hasText: /^Critical finding\W+Line 0/u })
  await expect(own).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Acknowledge/u })).toHaveCount(1)
  const others = page.getByRole('alert').filter({ hasText: '2 more critical findings' })
  await expect(others.getByRole('link')).toHaveText([/^Ivy/u, /^Rex/u])
})

test.describe('on a computer in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('the list of cases has the times of the clinic and names its zone', async ({
    page,
    records,
    radiologist,
  }) => {
    const caseId = await submitCase(records)
    await finalizeCase(radiologist, caseId)
    await signInAs(page, records.clinic.admin)
    await page.goto('cases?status=4')
    await expect(page.getByRole('row').filter({ hasText: 'Rex' })).toBeVisible()
    await expect(page.getByText(/America\/|Europe\/|UTC/u)).toBeVisible()
  })
})

test('a period of the statistics that ends before it begins is named at its field', async ({
  page,
  records,
}) => {
  await signInAs(page, records.clinic.admin)
  await page.goto('casestats')
  await field(page, 'Submitted from').fill('20261345')
  await expectFieldError(field(page, 'Submitted from'), 'This is not a date (YYYY-MM-DD)')
  await field(page, 'Submitted from').fill('20260502')
  await field(page, 'Submitted to').fill('20260501')
  await expectFieldError(field(page, 'Submitted to'), 'This day is before the first day')
})

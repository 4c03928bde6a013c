import { randomUUID } from 'node:crypto'
import { createWriter } from '../pages/report-page.ts'
import { button, field, row, signInAs, toast } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { dialog, expect } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { storeImages } from '../support/stored-images.ts'

const reportPage = {
  id: '00000000-0000-4000-8000-000000000001',
  title: '',
  imageCount: 0,
  images: [],
  body: {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Normal thorax.' }] }],
  },
  hasSpaceForSignature: false,
}

interface SubmittedCase {
  readonly id: number
  readonly imageIds: readonly number[]
}

test('an earlier study and its report are attached to a case with one tick each', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const { api, createPatient, createStudy } = records
  await api('POST', 'clinicprofile', { firstName: 'Nora', lastName: 'Whitlock' })
  const patient = await createPatient('Rex', { breed: 'Labrador Retriever' })
  const earlier = await createStudy(patient, '2026-01-05T12:00:00.000Z')
  const study = await createStudy(patient)
  storeImages({ studyId: earlier }, { studyId: earlier }, { studyId: study })
  const writer = await createWriter(records, clinicFixture.createUser)
  const { status } = await writer.api('POST', `report/create/${String(earlier)}`, {
    key: randomUUID(),
    document: { version: 1, language: 'en', orientation: 'landscape', pages: [reportPage] },
  })
  expect(status).toBe(200)

  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  await row(page, 'Rex').filter({ hasNotText: '2026-01-05' }).click()
  await waitForDeliberatePress(page)
  await button(page, 'Create Case').click()
  const form = dialog(page, 'Create Case')
  await form
    .getByRole('checkbox', {
      name: t('caseForm:prior_other', { study: '2026-01-05, General, Chest', count: 2 }),
    })
    .check()
  await form.getByRole('checkbox', { name: /^Report of the study of 2026-01-05/u }).check()
  await field(form, 'Birth date').fill('2020-02-03')
  await button(form, 'Submit').click()
  await expect(toast(page, 'Case created successfully!')).toBeVisible()

  const { body } = await api<readonly SubmittedCase[]>('GET', `radcase/getByStudy/${String(study)}`)
  expect(body[0]?.imageIds).toHaveLength(3)
  const files = await api<readonly { mediaType: string; isFromReceiver: boolean }[]>(
    'GET',
    `radcase/fileIds/${String(body[0]?.id)}`,
  )
  expect(files.body.filter(({ isFromReceiver }) => !isFromReceiver)).toMatchObject([
    { mediaType: 'application/pdf' },
  ])
})

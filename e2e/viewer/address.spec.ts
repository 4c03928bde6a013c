import { explicitLittleEndian, writeFileHeader } from '@talus/dicom'
import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { dialog, expect, pageUrl } from '../support/fixtures.ts'
import { fullImage, storeFile, storeStudy, viewportAt } from '../pages/viewer-page.ts'

const codes = (meaning: string) => [
  { CodeValue: '1', CodingSchemeDesignator: '99TEST', CodeMeaning: meaning },
]

test('the address of the viewer names an image, which reports, reloads and links open', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  const { studyId, imageIds } = await storeStudy(records, 3)
  const mark = records.clinic.name
  const { body } = await records.api<readonly { readonly sopInstanceUID: string }[]>(
    'GET',
    `image?studyId=${studyId}`,
  )
  const report = writeFileHeader(
    {
      SpecificCharacterSet: 'ISO_IR 192',
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.88.33',
      SOPInstanceUID: toUid(`${mark} report`),
      SeriesInstanceUID: toUid(`series ${mark} report`),
      StudyInstanceUID: toUid(`study ${mark}`),
      SeriesDescription: 'Reading',
      PatientID: `X-${mark}`,
      PatientName: 'Keller^Rex',
      PatientBirthDate: '20200501',
      PatientSex: 'M',
      PatientSpeciesDescription: 'Canine',
      ResponsiblePerson: 'Tremblay^Anne',
      Modality: 'SR',
      ValueType: 'CONTAINER',
      ConceptNameCodeSequence: codes('Reading'),
      ContentSequence: [
        {
          RelationshipType: 'CONTAINS',
          ValueType: 'IMAGE',
          ConceptNameCodeSequence: codes('Key image'),
          ReferencedSOPSequence: [
            {
              ReferencedSOPClassUID: '1.2.840.10008.5.1.4.1.1.1.1',
              ReferencedSOPInstanceUID: body.at(2)?.sopInstanceUID,
            },
          ],
        },
      ],
    },
    { transferSyntaxUid: explicitLittleEndian },
  )
  await storeFile(records, 'report', new Uint8Array(report))
  await signInAs(page, records.clinic.admin)
  const viewport = viewportAt(page, t, 1, 1)
  const message = (reason: 'otherOrigin' | 'notFound' | 'rejected' | 'deleted') =>
    page.getByText(t(`viewer:link.${reason}`))

  await test.step('a structured report opens the image that it refers to', async () => {
    await page.goto('studylist')
    await page.getByRole('row').filter({ hasText: 'Rex' }).click()
    const preview = page.getByRole('complementary', { name: t('studies:preview.title') })
    await preview.getByRole('button', { name: 'Reading' }).click()
    await dialog(page, t('documents:kind.report')).getByRole('button', { name: /^Open/u }).click()
    await expect(viewport.getByText('Chest 3', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`image=image/${imageIds[2]}$`, 'u'))
  })

  await test.step('the address follows the image, and a reload opens it again', async () => {
    await page.keyboard.press(',')
    await expect(viewport.getByText('Chest 2', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`image=image/${imageIds[1]}$`, 'u'))
    await page.reload()
    await expect(viewport.getByText('Chest 2', { exact: true })).toBeVisible()
    await expect(fullImage(page)).toHaveCount(1)
  })

  await test.step('a link that names only the image opens it, also by its absolute URL', async () => {
    await page.goto(`viewer?image=image/${imageIds[2]}`)
    await expect(viewport.getByText('Chest 3', { exact: true })).toBeVisible()
    const own = new URL(`api/image/${imageIds[1]}`, page.url()).href
    await page.goto(`viewer?image=${encodeURIComponent(own)}`)
    await expect(viewport.getByText('Chest 2', { exact: true })).toBeVisible()
    await button(page, t('viewerPanel:back')).click()
    await expect(page).toHaveURL(pageUrl('studylist'))
  })

  await test.step('a URL of another server is never requested', async () => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const other = 'http://other.example/image/1'
    await page.goto(`viewer?studyId=${studyId}&image=${encodeURIComponent(other)}`)
    await expect(message('otherOrigin')).toBeVisible()
    const { origin } = new URL(page.url())
    expect(requested.filter((url) => !url.startsWith(origin))).toEqual([])
    await page.getByRole('link', { name: t('viewer:link.study') }).click()
    await expect(viewport.getByText('Chest 1', { exact: true })).toBeVisible()
  })

  await test.step('rejected, deleted and unknown images say why they are not shown', async () => {
    const imageId = imageIds[1]
    await records.api('POST', 'image/reject', { imageId, rejectionReason: 'Bad Image' })
    await page.goto(`viewer?studyId=${studyId}&image=image/${imageId}`)
    await expect(message('rejected')).toBeVisible()
    await records.api('DELETE', `study/deletestudy/${studyId}`)
    await page.goto(`viewer?studyId=${studyId}&image=image/${imageIds[0]}`)
    await expect(message('deleted')).toBeVisible()
    await page.goto(`viewer?studyId=${studyId}&image=image/999999999`)
    await expect(message('notFound')).toBeVisible()
  })
})

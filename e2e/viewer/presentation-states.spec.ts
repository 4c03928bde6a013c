import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { writeFileChunks } from '../../packages/dicom/src/index.ts'
import type { Attributes } from '../../packages/dicom/src/index.ts'
import { test } from '../support/clinic-records.ts'
import { signInAs } from '../support/clinic-fixture.ts'
import { expect, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { columns, createGreyFile, readLevels, rows } from '../pages/grey-image.ts'
import {
  expectSaved,
  fullImage,
  openViewer,
  showImage,
  storeFile,
  thumbnail,
} from '../pages/viewer-page.ts'
import { createMouse, drawingLabels, drawingLayer } from './mouse.ts'

/** A VOI LUT that inverts: 200 becomes 55. */
const voiLut: Attributes = {
  VOILUTSequence: [
    {
      LUTDescriptor: [256, 0, 8],
      LUTExplanation: 'SOFTER',
      LUTData: new Uint8Array(Uint16Array.from({ length: 256 }, (_, at) => 255 - at).buffer),
    },
  ],
}

/** A state that turns the image to the right, darkens 200 to 28 and points at something. */
function createState(mark: string): Uint8Array<ArrayBuffer> {
  const state: Attributes = {
    SOPClassUID: '1.2.840.10008.5.1.4.1.1.11.1',
    SOPInstanceUID: toUid(`state ${mark}`),
    StudyInstanceUID: toUid(`study ${mark}`),
    SeriesInstanceUID: toUid(`states ${mark}`),
    Modality: 'PR',
    PatientName: 'Keller^Rex',
    PatientID: `X-${mark}`,
    ReferencedSeriesSequence: [
      {
        SeriesInstanceUID: toUid(`series ${mark} 1`),
        ReferencedImageSequence: [
          {
            ReferencedSOPClassUID: '1.2.840.10008.5.1.4.1.1.1.1',
            ReferencedSOPInstanceUID: toUid(`image ${mark} 1`),
          },
        ],
      },
    ],
    ContentLabel: 'ORTHO',
    ContentDescription: 'Stifle',
    ContentCreatorName: 'Meier^Anna^^Dr.',
    PresentationCreationDate: '20260304',
    ImageRotation: 90,
    ImageHorizontalFlip: 'N',
    SoftcopyVOILUTSequence: [{ WindowCenter: 300, WindowWidth: 256 }],
    PresentationLUTShape: 'IDENTITY',
    GraphicAnnotationSequence: [
      {
        GraphicLayer: 'A',
        GraphicObjectSequence: [
          {
            GraphicAnnotationUnits: 'PIXEL',
            GraphicDimensions: 2,
            NumberOfGraphicPoints: 2,
            GraphicData: [50, 50, 150, 120],
            GraphicType: 'POLYLINE',
          },
        ],
        TextObjectSequence: [
          {
            AnchorPointAnnotationUnits: 'PIXEL',
            UnformattedTextValue: 'Check the effusion',
            AnchorPoint: [160, 100],
            AnchorPointVisibility: 'N',
          },
        ],
      },
    ],
  }
  return new Uint8Array(
    Buffer.concat(writeFileChunks(state, { transferSyntaxUid: '1.2.840.10008.1.2.1' })),
  )
}

/** A tissue of 0.2 mm per pixel in the left half. */
const regions: Attributes = {
  SequenceOfUltrasoundRegions: [
    {
      RegionLocationMinX0: 0,
      RegionLocationMinY0: 0,
      RegionLocationMaxX1: columns / 2 - 1,
      RegionLocationMaxY1: rows - 1,
      PhysicalUnitsXDirection: 3,
      PhysicalUnitsYDirection: 3,
      PhysicalDeltaX: 0.02,
      PhysicalDeltaY: 0.02,
    },
  ],
}

test('lookup tables and presentation states are chosen by keys, and regions calibrate lengths', async ({
  page,
  records,
  t,
}) => {
  const mark = records.clinic.name
  await storeFile(records, 'grey', createGreyFile(mark, 1, voiLut))
  const { imageId } = await storeFile(records, 'ultrasound', createGreyFile(mark, 2, regions))
  const metadata = `**/image/${imageId}/metadata*`
  await page.route(metadata, (route) => route.abort())
  await storeFile(records, 'state', createState(mark))
  await openViewer(page, records.clinic.admin, 'en')
  await showImage(page, t, 1)
  const middle = () => readLevels(page, columns / rows, [[0.9, 0.9]])
  await expect.poll(middle).toEqual([200])

  const presets = page.getByRole('button', { name: t('viewerPanel:view.presets') })
  await presets.press('ArrowDown')
  await page.getByRole('menuitemradio', { name: 'SOFTER' }).press('Enter')
  await expect.poll(middle).toEqual([55])
  await expect(page.getByText('LUT SOFTER')).toBeVisible()
  await page.keyboard.press('0')
  await expect.poll(middle).toEqual([200])

  // Nothing is applied without a choice.
  const chip = page.getByRole('button', { name: t('viewer:presentation.exists_one', { count: 1 }) })
  await expect(chip).toBeVisible()
  await page.keyboard.press('Shift+G')
  const asIs = page.getByRole('menuitemradio', { name: t('viewer:presentation.asIs') })
  await expect(asIs).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Check the effusion')).toBeVisible()
  const turned = () => readLevels(page, rows / columns, [[0.1, 0.9]])
  await expect.poll(turned).toEqual([28])
  const shown = page.getByRole('button', { name: 'Shown by: ORTHO, Dr. Anna Meier' })
  await expect(shown).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.getByText('Check the effusion')).toBeHidden()
  await page.keyboard.press('s')

  // The choice is a display setting of the image: it returns with it.
  await expectSaved(page)
  await page.route('**/presentation/**', (route) => route.abort())
  await page.reload()
  await showImage(page, t, 1)
  const failed = page.getByRole('alert').filter({ hasText: 'shown without it' })
  await expect(failed).toBeVisible()
  await expect(chip).toBeVisible()
  await page.unroute('**/presentation/**')
  await page.reload()
  await showImage(page, t, 1)
  await expect(shown).toBeVisible()
  await expect.poll(turned).toEqual([28])

  await page.keyboard.press('Shift+G')
  await asIs.press('Enter')
  await expect(page.getByText('Check the effusion')).toBeHidden()
  await expect(chip).toBeVisible()
  await expect.poll(middle).toEqual([200])

  // The description of an image fails: its picture is still shown.
  await thumbnail(page, t, 2).click()
  const alert = page.getByRole('alert').filter({ hasText: t('viewer:pictureOnly') })
  await expect(alert).toBeVisible()
  // The picture says what it shows and why it is only a picture; so does the panel.
  await expect(alert).toContainText(t('errors:network'))
  await expect(page.locator('canvas[data-stage=preview]')).toBeVisible()
  const openPanel = page.getByRole('button', { name: t('viewerPanel:panel'), exact: true })
  await openPanel.click()
  const panel = page.getByRole('complementary', { name: t('viewerPanel:panel') })
  await panel.getByRole('tab', { name: t('viewerPanel:tab.imageData') }).click()
  await expect(panel).toContainText(t('viewerPanel:data.failed'))
  await panel.getByRole('button', { name: t('common:action.tryAgain') }).click()
  await expect(alert).toBeVisible()
  // The connection returns.
  await page.unroute(metadata)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await openPanel.click()
  await expect(fullImage(page)).toBeVisible()

  await expect(page.getByText(t('viewer:overlay.spacing.regions'))).toBeVisible()
  await page.keyboard.press('l')
  const geometry = { columns, rows, spacing: 0.2 }
  const mouse = await createMouse(page, drawingLayer(page, t), geometry)
  await mouse.drag([-300, 0], [-100, 0])
  await expect(drawingLabels(page).first()).toHaveText(/^\d+\.\d mm$/u)
  await mouse.drag([-300, 60], [100, 60])
  await expect(drawingLabels(page).nth(1)).toHaveText(/px.*pixels$/u)
})

test('on a phone a presentation state is chosen by touch @phone-only', async ({
  page,
  records,
  t,
}) => {
  const mark = records.clinic.name
  const { studyId, imageId } = await storeFile(records, 'grey', createGreyFile(mark, 1, {}))
  await storeFile(records, 'state', createState(mark))
  await signInAs(page, records.clinic.admin)
  await page.goto(`viewer?studyId=${studyId}&image=image/${imageId}`)
  await expect(fullImage(page)).toBeVisible()
  const chip = page.getByRole('button', { name: t('viewer:presentation.exists_one', { count: 1 }) })
  await chip.tap()
  await waitForDeliberatePress(page)
  await page.getByRole('menuitemradio', { name: /^ORTHO/u }).tap()
  await expect(page.getByText('Check the effusion')).toBeVisible()
  const shown = page.getByRole('button', { name: 'Shown by: ORTHO, Dr. Anna Meier' })
  await expect(shown).toBeVisible()
  await expectNoHorizontalScroll(page)
  await waitForDeliberatePress(page)
  await shown.tap()
  await waitForDeliberatePress(page)
  await page.getByRole('menuitemradio', { name: t('viewer:presentation.asIs') }).tap()
  await expect(page.getByText('Check the effusion')).toBeHidden()
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { createRadiograph, toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import type { DicomObjectOptions } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { pageUrl, expect, getToken } from '../support/fixtures.ts'
import { enterAs, signInAs, row } from '../support/clinic-fixture.ts'
import { openPage } from '../support/navigate.ts'
import { servers } from '../support/servers.ts'
import type { Language, Translate } from '../support/i18n-texts.ts'

export const imageSize = { columns: 400, rows: 300 } as const
/** Pixel spacing in mm. */
export const pixelSpacing = 0.5

/** A sign-in is slow on the server, so a test that stores many images signs in once. */
const tokens = new WeakMap<ClinicRecords, Promise<string>>()

function getAdminToken(records: ClinicRecords) {
  const token = tokens.get(records) ?? getToken('local', records.clinic.admin)
  tokens.set(records, token)
  return token
}

/** Imports a DICOM file. */
export async function storeFile(
  records: ClinicRecords,
  name: string,
  file: Uint8Array<ArrayBuffer>,
) {
  const reply = await fetch(`${servers.local.api}image/import?name=${name}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await getAdminToken(records)}`,
      'content-type': 'application/dicom',
    },
    body: file,
  })
  const text = await reply.text()
  const { imageId, studyId } = JSON.parse(text) as { imageId?: number; studyId?: number }
  if (imageId === undefined || studyId === undefined)
    throw new Error(`${name} was not imported: ${text}`)
  return { imageId, studyId }
}

/** Imports the image with this number into the study of the patient Rex. */
export async function storeImage(
  records: ClinicRecords,
  number: number,
  attributes: object = {},
  options: DicomObjectOptions = {},
) {
  const mark = `${records.clinic.name} ${number}`
  const file = createRadiograph(
    mark,
    {
      StudyInstanceUID: toUid(`study ${records.clinic.name}`),
      SeriesInstanceUID: toUid(`series ${mark}`),
      SeriesNumber: number,
      InstanceNumber: number,
      PatientName: 'Keller^Rex',
      PatientID: `X-${records.clinic.name}`,
      SeriesDescription: `Chest ${number}`,
      InstitutionName: 'Mill Road Animal Clinic',
      PixelSpacing: [pixelSpacing, pixelSpacing],
      PixelSpacingCalibrationType: 'GEOMETRY',
      ...attributes,
    },
    { ...imageSize, seed: number, ...options },
  )
  return storeFile(records, String(number), new Uint8Array(file))
}

/** Imports images into one study of the patient Rex, in the order of their numbers. */
export async function storeStudy(
  records: ClinicRecords,
  count: number,
  attributes: object = {},
  options: DicomObjectOptions = {},
) {
  const imageIds: number[] = []
  let studyId = 0
  for (let number = 1; number <= count; number += 1) {
    const stored = await storeImage(records, number, attributes, options)
    imageIds.push(stored.imageId)
    studyId = stored.studyId
  }
  return { studyId, imageIds }
}

/** Corrupts the file of an image, as a failing disk does. */
export function corruptFile(imageId: number) {
  const { data } = servers.local
  const db = new DatabaseSync(join(data, 'talus.sqlite'), { timeout: 10_000 })
  try {
    const found = db.prepare('select filePath from image where id = ?').get(imageId)
    const path = join(data, 'files', String(found?.filePath))
    const bytes = readFileSync(path)
    bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 0xff
    writeFileSync(path, bytes)
  } finally {
    db.close()
  }
}

export const canvases = (page: Page) => page.locator('canvas[data-stage]')

/** The image in full resolution and bit depth, not the preview that is shown first. */
export const fullImage = (page: Page) => page.locator('canvas[data-stage=full]')

/** Opens the study after a full page load, which clears the state of the page. */
export async function openStudy(page: Page) {
  await page.goto('studylist')
  await row(page, 'Rex').dblclick()
  await expect(page).toHaveURL(pageUrl('viewer'))
}

/** Signs in and opens the study from the list, as users do. */
export async function openViewer(page: Page, username: string, language: Language = 'en') {
  await signInAs(page, username, language)
  await openStudy(page)
  await expect(fullImage(page).first()).toBeVisible()
}

/** As `openViewer`, for the next part of a test, whose first part has loaded the application. */
export async function enterViewer(page: Page, username: string, t: Translate) {
  await enterAs(page, username, t)
  await openPage(page, 'studylist')
  await row(page, 'Rex').dblclick()
  await expect(page).toHaveURL(pageUrl('viewer'))
  await expect(fullImage(page).first()).toBeVisible()
}

export const thumbnails = (page: Page, t: Translate) =>
  page.getByRole('navigation', { name: t('viewer:thumbnails.title') })

export const thumbnail = (page: Page, t: Translate, number: number) =>
  thumbnails(page, t).getByRole('button', {
    // French has a space before the colon.
    name: new RegExp(String.raw`^${number}\s?: `, 'u'),
  })

export const viewportAt = (page: Page, t: Translate, rowNumber: number, column: number) =>
  page.getByRole('group', {
    name: t('viewer:cell.name', { row: rowNumber, column }),
    exact: true,
  })

/** Shows an image in the only viewport. */
export async function showImage(page: Page, t: Translate, number: number) {
  await thumbnail(page, t, number).click()
  await expect(
    viewportAt(page, t, 1, 1).getByText(`Chest ${number}`, { exact: true }),
  ).toBeVisible()
  await expect(fullImage(page)).toBeVisible()
}

export async function pickGrid(page: Page, t: Translate, rows: number, columns: number) {
  await page.getByRole('button', { name: t('viewer:grid.size'), exact: true }).click()
  await page
    .getByRole('menuitemradio', { name: t('viewer:grid.by', { rows, columns }), exact: true })
    .click()
}

/** The indicator that shows whether the drawings are saved on the server. */
export const saveStatus = (page: Page) => page.locator('[data-viewer] [data-kind]')

export const expectSaved = (page: Page) =>
  expect(saveStatus(page)).toHaveAttribute('data-kind', 'saved', { timeout: 15_000 })

interface RelativePoint {
  readonly x: number
  readonly y: number
}

/** Users draw slower than this; the viewer discards a stroke of less than 150 ms as accidental. */
export const pauseBeforeRelease = (began: number) => wait(Math.max(0, began + 250 - Date.now()))

/** Draws a stroke with the mouse, between points given as fractions of the drawing layer. */
export async function draw(page: Page, layer: Locator, from: RelativePoint, to: RelativePoint) {
  const box = await layer.boundingBox()
  if (!box) throw new Error('nothing to draw on')
  const toPage = ({ x, y }: RelativePoint) =>
    [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...toPage(from))
  await page.mouse.down()
  const began = Date.now()
  await page.mouse.move(...toPage(to), { steps: 4 })
  await pauseBeforeRelease(began)
  await page.mouse.up()
}

/** The markup of all drawings, which contains their exact positions. */
export const readDrawings = (page: Page) =>
  page
    .locator('svg[data-drawings-of]')
    .evaluateAll((layers) => layers.map((layer) => layer.innerHTML.replaceAll(/_r_\w+_/gu, 'id')))

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { radiograph, uidFor } from '../../apps/server/src/testing/dicom-objects.ts'
import type { ObjectOptions } from '../../apps/server/src/testing/dicom-objects.ts'
import type { ClinicDay } from '../clinic-day.ts'
import { at, expect, tokenOf } from '../fixtures.ts'
import { enter, row } from '../office.ts'
import { servers } from '../servers.ts'
import type { Language, wordsIn } from '../words.ts'

type Words = ReturnType<typeof wordsIn>

export const size = { columns: 400, rows: 300 } as const
/** In mm from one pixel to the next. */
export const spacing = 0.5

/** Signing in takes the server its time; whoever stores many images does it once. */
const tokens = new WeakMap<ClinicDay, Promise<string>>()

function tokenOfDay(day: ClinicDay) {
  const token = tokens.get(day) ?? tokenOf('local', day.clinic.admin)
  tokens.set(day, token)
  return token
}

/** A file of another system, which comes in by import. */
export async function storeFile(day: ClinicDay, name: string, file: Uint8Array<ArrayBuffer>) {
  const reply = await fetch(`${servers.local.api}image/import?name=${name}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOfDay(day)}`,
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

/** The image of that number in one study of Rex. */
export async function storeImage(
  day: ClinicDay,
  number: number,
  attributes: object = {},
  options: ObjectOptions = {},
) {
  const mark = `${day.clinic.name} ${number}`
  const file = radiograph(
    mark,
    {
      StudyInstanceUID: uidFor(`study ${day.clinic.name}`),
      SeriesInstanceUID: uidFor(`series ${mark}`),
      SeriesNumber: number,
      InstanceNumber: number,
      PatientName: 'Keller^Rex',
      PatientID: `X-${day.clinic.name}`,
      SeriesDescription: `Chest ${number}`,
      InstitutionName: 'Mill Road Animal Clinic',
      PixelSpacing: [spacing, spacing],
      PixelSpacingCalibrationType: 'GEOMETRY',
      ...attributes,
    },
    { ...size, seed: number, ...options },
  )
  return storeFile(day, String(number), new Uint8Array(file))
}

/** Images of one study of Rex, in this order. */
export async function storeStudy(
  day: ClinicDay,
  count: number,
  attributes: object = {},
  options: ObjectOptions = {},
) {
  const imageIds: number[] = []
  let studyId = 0
  for (let number = 1; number <= count; number += 1) {
    const stored = await storeImage(day, number, attributes, options)
    imageIds.push(stored.imageId)
    studyId = stored.studyId
  }
  return { studyId, imageIds }
}

/** Spoils the file of an image on the disk, as a failing disk does. */
export function spoil(imageId: number) {
  const { data } = servers.local
  const db = new DatabaseSync(join(data, 'talus.sqlite'), { timeout: 10_000 })
  try {
    const found = db.prepare('select filePath from image where id = ?').get(imageId)
    const place = join(data, 'files', String(found?.filePath))
    const bytes = readFileSync(place)
    bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 0xff
    writeFileSync(place, bytes)
  } finally {
    db.close()
  }
}

export const canvases = (page: Page) => page.locator('canvas[data-stage]')

/** The whole image, in full depth, and not only what shows first. */
export const whole = (page: Page) => page.locator('canvas[data-stage=full]')

/** Afresh: nothing is left of what the page knew. */
export async function openStudy(page: Page) {
  await page.goto('studylist')
  await row(page, 'Rex').dblclick()
  await expect(page).toHaveURL(at('viewer'))
}

/** Signs in and opens the study from the list, as people do. */
export async function openViewer(page: Page, username: string, language: Language = 'en') {
  await enter(page, username, language)
  await openStudy(page)
  await expect(whole(page).first()).toBeVisible()
}

export const thumbnails = (page: Page, t: Words) =>
  page.getByRole('navigation', { name: t('viewer:thumbnails.title') })

export const thumbnail = (page: Page, t: Words, number: number) =>
  thumbnails(page, t).getByRole('button', { name: new RegExp(`^${number}: `, 'u') })

export const cell = (page: Page, t: Words, rowNumber: number, column: number) =>
  page.getByRole('group', {
    name: t('viewer:cell.name', { row: rowNumber, column }),
    exact: true,
  })

/** Shows an image in the only cell. */
export async function show(page: Page, t: Words, number: number) {
  await thumbnail(page, t, number).click()
  await expect(cell(page, t, 1, 1).getByText(`Chest ${number}`, { exact: true })).toBeVisible()
  await expect(whole(page)).toBeVisible()
}

export async function pickGrid(page: Page, t: Words, rows: number, columns: number) {
  await page.getByRole('button', { name: t('viewer:grid.size'), exact: true }).click()
  await page
    .getByRole('menuitemradio', { name: t('viewer:grid.by', { rows, columns }), exact: true })
    .click()
}

/** Whether what was drawn has reached the server. */
export const saveState = (page: Page) => page.locator('[data-viewer] [data-kind]')

export const expectSaved = (page: Page) =>
  expect(saveState(page)).toHaveAttribute('data-kind', 'saved', { timeout: 15_000 })

interface Place {
  readonly x: number
  readonly y: number
}

/** Nobody draws faster; the viewer takes what was drawn in 150 ms for a slip of the hand. */
export const pauseOfAHand = (began: number) => wait(Math.max(0, began + 250 - Date.now()))

/** Draws with a hand: shares of the cell. */
export async function draw(page: Page, on: Locator, from: Place, to: Place) {
  const box = await on.boundingBox()
  if (!box) throw new Error('nothing to draw on')
  const point = ({ x, y }: Place) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...point(from))
  await page.mouse.down()
  const began = Date.now()
  await page.mouse.move(...point(to), { steps: 4 })
  await pauseOfAHand(began)
  await page.mouse.up()
}

/** Where everything drawn stands on the screen, to the pixel. */
export const drawn = (page: Page) =>
  page
    .locator('svg[data-drawings-of]')
    .evaluateAll((layers) => layers.map((layer) => layer.innerHTML.replaceAll(/_r_\w+_/gu, 'id')))

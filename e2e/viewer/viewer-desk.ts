import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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

/** Images of one study of Rex, in this order. */
export async function storeStudy(
  day: ClinicDay,
  count: number,
  attributes: object = {},
  options: ObjectOptions = {},
) {
  const token = await tokenOf('local', day.clinic.admin)
  const ids: number[] = []
  let studyId = 0
  for (let number = 1; number <= count; number += 1) {
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
    const reply = await fetch(`${servers.local.api}image/import?name=${number}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
      body: new Uint8Array(file),
    })
    const text = await reply.text()
    const line = JSON.parse(text) as { imageId?: number; studyId?: number }
    if (line.imageId === undefined || line.studyId === undefined)
      throw new Error(`image ${number} was not imported: ${text}`)
    ids.push(line.imageId)
    studyId = line.studyId
  }
  return { studyId, imageIds: ids }
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

/** Draws with a hand: shares of the cell, and not faster than anybody is. */
export async function draw(page: Page, on: Locator, from: Place, to: Place) {
  const box = await on.boundingBox()
  if (!box) throw new Error('nothing to draw on')
  const point = ({ x, y }: Place) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...point(from))
  await page.mouse.down()
  const began = Date.now()
  for (let step = 1; step <= 4 || Date.now() - began < 250; step += 1) {
    const share = Math.min(1, step / 4)
    const between = (a: number, b: number) => a + (b - a) * share
    await page.mouse.move(...point({ x: between(from.x, to.x), y: between(from.y, to.y) }))
  }
  await page.mouse.up()
}

/** Where everything drawn stands on the screen, to the pixel. */
export const drawn = (page: Page) =>
  page
    .locator('svg[data-drawings-of]')
    .evaluateAll((layers) => layers.map((layer) => layer.innerHTML.replaceAll(/_r_\w+_/gu, 'id')))

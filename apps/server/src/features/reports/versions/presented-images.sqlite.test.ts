import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultViewport, routes } from '@talus/contract'
import type { ImageId, StudyId, ViewerState } from '@talus/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import {
  createReport,
  createReportDocument,
  createReporter,
} from '../../../testing/records/reports.ts'
import { createDrawing, createViewerState } from '../../../testing/records/viewer-states.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

const hasTool = spawnSync('pdfimages', ['-v']).error === undefined
const note = hasTool ? '' : ' (skipped: pdfimages is not installed)'

let server: TestServer
let token: string
let admin: string
let studies = 0

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  token = await createReporter(server, server.first.id, 'presents.reports')
})
afterAll(() => server.close())

const [columns, rows] = [300, 200]

/** Bright in the upper left quarter, and dark in the other three, so that flips and turns show. */
async function importQuartered() {
  const name = `presented ${(studies += 1)}`
  const bytes = createRadiograph(
    name,
    { StudyInstanceUID: toUid(name), SeriesInstanceUID: toUid(`series ${name}`), PatientID: name },
    { rows, columns },
  )
  const pixels = new Uint16Array(rows * columns)
  for (let at = 0; at < pixels.length; at += 1) {
    const isUpperLeft = at % columns < columns / 2 && at < pixels.length / 2
    pixels[at] = isUpperLeft ? 3000 : 600
  }
  Buffer.from(pixels.buffer).copy(bytes, bytes.length - pixels.byteLength)
  const response = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import?ClinicId=${server.first.id}&name=x.dcm`,
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/dicom' },
    payload: bytes,
  })
  return response.json<{ imageId: ImageId; studyId: StudyId }>()
}

/** Saves a state of the viewer, makes a report with the image, and reads the picture of its PDF. */
async function printImage(change: (imageId: ImageId) => Partial<ViewerState>) {
  const { imageId, studyId } = await importQuartered()
  const saved = await server.call(
    routes.viewerState.save,
    { params: { studyId }, body: createViewerState(change(imageId)) },
    admin,
  )
  expect(saved.status).toBe(200)
  const made = await createReport(
    server,
    token,
    studyId,
    createReportDocument('x', [{ imageId, studyId }]),
  )
  expect(made.status).toBe(200)
  const id = made.body.report.imageId
  const { body } = await server.call(routes.document.createTicket, { params: { id } }, token)
  const { rawPayload } = await server.app.inject({
    url: `${server.config.apiBase}document/ticket/${body.ticket}`,
  })
  const folder = await mkdtemp(join(tmpdir(), 'talus-presented-'))
  try {
    await writeFile(join(folder, 'a.pdf'), rawPayload)
    execFileSync('pdfimages', ['-all', 'a.pdf', 'picture'], { cwd: folder })
    const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.jpg'))
    const picture = sharp(await readFile(join(folder, name))).removeAlpha()
    const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({
      resolveWithObject: true,
    })
    const getPixel = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
    ]
    return { ...info, getPixel, isBright: (x: number, y: number) => (getPixel(x, y)[0] ?? 0) > 100 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe.skipIf(!hasTool)(`an image that the viewer has changed${note}`, () => {
  test('is printed as its file shows it without a saved state', async () => {
    const { width, height, isBright } = await printImage(() => ({}))
    expect([width, height]).toEqual([columns, rows])
    expect(isBright(40, 40)).toBe(true)
    expect(isBright(260, 160)).toBe(false)
  })

  test('is shown to the author as the PDF prints it', async () => {
    const { imageId, studyId } = await importQuartered()
    const viewportState = { [imageId]: { ...defaultViewport, rotation: 90 as const } }
    const body = createViewerState({ viewportState })
    await server.call(routes.viewerState.save, { params: { studyId }, body }, admin)
    const open = (by: string) =>
      server.app.inject({
        url: `${server.config.apiBase}report/image/${imageId}`,
        headers: { authorization: `Bearer ${by}` },
      })
    const shown = await open(token)
    expect(shown.headers['content-type']).toBe('image/jpeg')
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: rows, height: columns })
    const stranger = await createReporter(server, server.second.id, 'foreign.reports')
    expect((await open(stranger)).statusCode).toBe(404)
  })

  test('is printed mirrored and turned as in the viewer', async () => {
    const mirrored = await printImage((id) => ({
      viewportState: { [id]: { ...defaultViewport, hflip: true } },
    }))
    expect(mirrored.isBright(260, 40)).toBe(true)
    expect(mirrored.isBright(40, 40)).toBe(false)
    // Mirrored first, then turned clockwise: upper left, upper right, lower right.
    const turned = await printImage((id) => ({
      viewportState: { [id]: { ...defaultViewport, hflip: true, rotation: 90 } },
    }))
    expect([turned.width, turned.height]).toEqual([rows, columns])
    expect(turned.isBright(160, 260)).toBe(true)
    expect(turned.isBright(40, 40)).toBe(false)
  })

  test('is printed with its window, inverted and cropped', async () => {
    const inverted = await printImage((id) => ({
      viewportState: {
        [id]: { ...defaultViewport, invert: true, window: { center: 1800, width: 2000 } },
      },
    }))
    expect(inverted.isBright(40, 40)).toBe(false)
    expect(inverted.getPixel(260, 160)[0]).toBeGreaterThan(240)
    const cropped = await printImage((id) => ({
      cropState: { [id]: { start: { x: 140, y: 20 }, end: { x: 240, y: 80 } } },
    }))
    expect([cropped.width, cropped.height]).toEqual([100, 60])
    expect(cropped.isBright(4, 30)).toBe(true)
    expect(cropped.isBright(60, 30)).toBe(false)
  })

  test('is printed with its drawings and their labels', async () => {
    const handles = { start: { x: 20, y: 150 }, end: { x: 280, y: 150 } }
    const { getPixel, width, height } = await printImage((id) => ({
      viewportState: { [id]: { ...defaultViewport, vflip: true } },
      toolState: {
        [id]: {
          drawings: [{ ...createDrawing('length'), steps: [{ step: 1, handles, length: 10 }] }],
          calibration: null,
        },
      },
    }))
    const isInk = ([red = 0, green = 0, blue = 0]: number[]) =>
      red > 150 && green > 120 && blue < red - 50
    // Upside down: the line is as far from the top as it was from the bottom.
    expect(isInk(getPixel(100, 50))).toBe(true)
    expect(isInk(getPixel(100, 150))).toBe(false)
    let labelled = 0
    for (let y = 0; y < 44; y += 1)
      for (let x = 0; x < width; x += 1) if (isInk(getPixel(x, y))) labelled += 1
    expect(labelled).toBeGreaterThan(20)
    expect(height).toBe(rows)
  })
})

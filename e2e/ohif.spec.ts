import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { fileChunks } from '../packages/dicom/src/index.ts'
import { expect, tokenOf } from './fixtures.ts'
import { test } from './office.ts'
import { ohifFolder, serveOhif } from './ohif.ts'
import { servers } from './servers.ts'

/** Another maker's viewer, on our DICOMweb: whether what we say is what the standard says. */
const edge = 256

/** Left half dark, right half bright. */
function halves(uid: string, animal: string): Buffer {
  const pixels = Uint16Array.from({ length: edge * edge }, (_pixel, at) =>
    at % edge < edge / 2 ? 200 : 3800,
  )
  const attributes = {
    SOPClassUID: '1.2.840.10008.5.1.4.1.1.1.1',
    SOPInstanceUID: `${uid}.1.1`,
    StudyInstanceUID: uid,
    SeriesInstanceUID: `${uid}.1`,
    StudyDate: '20260105',
    StudyTime: '101500',
    Modality: 'DX',
    PatientName: `Owner^${animal}`,
    PatientID: animal,
    PatientSpeciesDescription: 'Canine',
    InstanceNumber: 1,
    SeriesNumber: 1,
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    Rows: edge,
    Columns: edge,
    BitsAllocated: 16,
    BitsStored: 12,
    HighBit: 11,
    PixelRepresentation: 0,
    WindowCenter: 2048,
    WindowWidth: 4096,
  }
  const transferSyntaxUid = '1.2.840.10008.1.2.1'
  const native = new Uint8Array(pixels.buffer)
  return Buffer.concat(
    fileChunks(attributes, { transferSyntaxUid, pixels: { native, bitsAllocated: 16 } }),
  )
}

/** How bright the picture is a quarter and three quarters across; undefined while there is none. */
const sides = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.cornerstone-canvas')
    const context = canvas?.getContext('2d')
    if (!canvas || !context || canvas.width === 0) return undefined
    const half = Math.min(canvas.width, canvas.height) / 4
    const at = (x: number) => context.getImageData(x, canvas.height / 2, 1, 1).data[0] ?? 0
    return [at(canvas.width / 2 - half), at(canvas.width / 2 + half)].map((grey) =>
      grey > 200 ? 'bright' : grey > 0 && grey < 60 ? 'dark' : 'nothing',
    )
  })

test('OHIF lists a study of ours and shows its pixels', async ({ page, office, elsewhere }) => {
  const ohif = ohifFolder()
  test.skip(ohif === undefined, 'OHIF cannot be fetched from the registry of npm')
  if (ohif === undefined) return
  const { admin } = await office.clinic()
  const token = await tokenOf('local', admin)
  const animal = `Ohif${randomInt(1_000_000_000)}`
  const uid = `2.25.${randomInt(2 ** 47)}`
  const stored = await fetch(`${servers.local.api}dicom-web/studies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    body: new Uint8Array(halves(uid, animal)),
  })
  expect(stored.status).toBe(200)

  const viewer = await serveOhif(ohif, token)
  try {
    await page.goto(`${viewer.url}/?mrn=${animal}`)
    await expect(page.getByText(new RegExp(animal, 'iu')).first()).toBeVisible({ timeout: 25_000 })
    await page.goto(`${viewer.url}/viewer?StudyInstanceUIDs=${uid}`)
    await expect.poll(() => sides(page), { timeout: 30_000 }).toEqual(['dark', 'bright'])
    expect(viewer.asked.some((path) => path.endsWith('/frames/1'))).toBe(true)
    // It is not our page.
    await page.close()
    elsewhere.length = 0
  } finally {
    viewer.stop()
  }
})

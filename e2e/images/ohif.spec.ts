import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { writeFileChunks } from '../../packages/dicom/src/index.ts'
import { expect, getToken } from '../support/fixtures.ts'
import { test } from '../support/clinic-fixture.ts'
import { fetchOhif, serveOhif } from '../support/ohif.ts'
import { servers } from '../support/servers.ts'

// A viewer of another vendor reads our DICOMweb, which shows whether we follow the standard.
const edge = 256

/** An image whose left half is dark and whose right half is bright. */
function createHalves(uid: string, patient: string): Buffer {
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
    PatientName: `Owner^${patient}`,
    PatientID: patient,
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
    writeFileChunks(attributes, { transferSyntaxUid, pixels: { native, bitsAllocated: 16 } }),
  )
}

/**
 * The brightness at a quarter and three quarters of the rendered image; undefined while there is
 * none.
 */
const readBrightness = (page: Page) =>
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

test('OHIF lists a study from our DICOMweb and shows its pixels', async ({
  page,
  clinicFixture,
  foreignRequests,
}) => {
  const ohif = fetchOhif()
  test.skip(ohif === undefined, 'OHIF cannot be fetched from the registry of npm')
  if (ohif === undefined) return
  const { admin } = await clinicFixture.createClinic()
  const token = await getToken('local', admin)
  const patient = `Ohif${randomInt(1_000_000_000)}`
  const uid = `2.25.${randomInt(2 ** 47)}`
  const stored = await fetch(`${servers.local.api}dicom-web/studies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    body: new Uint8Array(createHalves(uid, patient)),
  })
  expect(stored.status).toBe(200)

  const viewer = await serveOhif(ohif, token)
  try {
    await page.goto(`${viewer.url}/?mrn=${patient}`)
    await expect(page.getByText(new RegExp(patient, 'iu')).first()).toBeVisible({ timeout: 25_000 })
    await page.goto(`${viewer.url}/viewer?StudyInstanceUIDs=${uid}`)
    await expect.poll(() => readBrightness(page), { timeout: 30_000 }).toEqual(['dark', 'bright'])
    expect(viewer.requestedPaths.some((path) => path.endsWith('/frames/1'))).toBe(true)
    // OHIF has its own origin, so all its requests count as requests to other servers.
    await page.close()
    foreignRequests.length = 0
  } finally {
    viewer.stop()
  }
})

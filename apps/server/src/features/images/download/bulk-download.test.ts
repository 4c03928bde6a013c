import { routes } from '@talus/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore } from '../../../files/index.ts'
import { createImageFile } from '../../../../../../packages/dicom/src/testing/synthetic-file.ts'
import {
  createClinicWithImages,
  createDicomBytes,
  toSha256,
} from '../../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import { hasUnzip, readZip, testWithUnzip } from '../../../testing/images/read-zip.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import type { DicomSource } from '../../../workers/index.ts'

/**
 * Returns bytes that begin like a JPEG and repeat the file, so that a test can tell which image was
 * rendered.
 */
async function renderAsCopy(source: DicomSource) {
  const dicom = typeof source === 'function' ? await source() : source
  if (Buffer.from(dicom).includes('no pixels')) throw new Error('no pixel data')
  return Buffer.concat([Buffer.of(0xff, 0xd8), dicom.subarray(132)])
}

/** A disk that fails in the middle of files called broken, and at once in those called dead. */
const withFailingReads = (files: FileStore): FileStore => ({
  ...files,
  open: async (key) => {
    const file = await files.open(key)
    if (!file || !/broken|dead/u.test(key)) return file
    let hasFailed = key.includes('dead')
    const read = async (into: Uint8Array) => {
      if (hasFailed) throw Object.assign(new Error('i/o error'), { code: 'EIO' })
      hasFailed = true
      return file.read(into.subarray(0, 500))
    }
    return { ...file, read }
  },
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      wrapRenderPool: (renderPool) => ({ ...renderPool, renderJpeg: renderAsCopy }),
      wrapFiles: withFailingReads,
    },
  )
})
afterAll(() => server.close())

async function download(
  { id, token }: Pick<ClinicWithImages, 'id' | 'token'>,
  type: 'DICOM' | 'JPEG' = 'DICOM',
  language = 'en',
) {
  const response = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}clinic/download`,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
    payload: { clinicId: id, type },
  })
  expect(response.statusCode).toBe(200)
  const zip = response.rawPayload
  if (hasUnzip) expect(await testWithUnzip(zip)).toContain('No errors detected')
  const entries = await readZip(zip)
  const manifest = entries.pop()
  expect(manifest?.name).toBe('manifest.csv')
  const [, ...lines] = (manifest?.bytes.toString() ?? '').split('\r\n').slice(0, -1)
  return { entries, lines, headers: response.headers }
}

test('a bulk download has all images of the clinic, with a folder for each patient and study', async () => {
  const clinic = await createClinicWithImages(server, 'Clinique d’Été')
  const rex = await clinic.addPatient('Rex', 'VET-1')
  const study = await clinic.addStudy(rex)
  const later = await clinic.addStudy(rex)
  const bytes = [
    createDicomBytes('one'),
    createDicomBytes('two'),
    createDicomBytes('three'),
  ] as const
  const ids = [
    await clinic.addImage({ studyId: study, bytes: bytes[0] }),
    await clinic.addImage({ studyId: later, bytes: bytes[1] }),
    await clinic.addImage({ studyId: study, bytes: bytes[2], bodyPart: 'Skull', isRejected: true }),
  ]
  const { entries, lines, headers } = await download(clinic)
  const folder = `Rex VET-1 (${rex})`
  const names = [
    `${folder}/2026-02-10 (${study})/Chest-LAT-${ids[0]}.dcm`,
    `${folder}/2026-02-10 (${later})/Chest-LAT-${ids[1]}.dcm`,
    `${folder}/2026-02-10 (${study})/Skull-LAT-${ids[2]}-rejected.dcm`,
  ]
  expect(entries.map(({ name }) => name)).toEqual(names)
  expect(entries.map((entry) => entry.bytes)).toEqual([...bytes])
  expect(entries[0]?.modifiedOn).toEqual(new Date('2026-02-11T02:30:00.000Z'))
  const hash = toSha256(bytes[2])
  expect(lines[2]).toMatch(
    new RegExp(`^".*-rejected.dcm",${ids[2]},2[.0-9]+,yes,137,${hash},${hash},$`, 'u'),
  )
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="Clinique d_Ete images.zip"; filename*=UTF-8''Clinique%20d%E2%80%99%C3%89t%C3%A9%20images.zip`,
    'x-image-count': '3',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(headers).not.toHaveProperty('content-length')
})

test('hostile patient names stay inside their folder, visible and unique', async () => {
  const clinic = await createClinicWithImages(server, '..\\"evil"\r\nx: y/')
  const names = [
    '../../../etc/cron.d/x',
    'CON',
    'aux.',
    '\u0001\u001B[31mred',
    '🐕'.repeat(300),
    '=HYPERLINK("http://evil")',
    'Rex',
    'Rex',
    'REX',
    '...',
  ]
  for (const [index, name] of names.entries()) {
    const studyId = await clinic.addStudy(await clinic.addPatient(name, `../${index}/${name}`))
    await clinic.addImage({ studyId, bytes: createDicomBytes(name) })
  }
  const { entries, lines, headers } = await download(clinic)
  expect(entries.map(({ bytes }) => bytes.subarray(132).toString())).toEqual(names)
  const folders = new Set(entries.map(({ name }) => name.split('/')[0]?.toLowerCase()))
  expect(folders.size).toBe(names.length)
  for (const { name } of entries) {
    expect(name.split('/')).toHaveLength(3)
    expect(name).not.toMatch(/(?:^|\/)\.|[\p{Cc}\\]|[. ](?:\/|$)/u)
  }
  expect(lines[5]).toMatch(/^"'=HYPERLINK\(/u)
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="__evil_ x_ y_ images\.zip";/u,
  )
})

test('a bulk download reports damaged images in the manifest, and the others are complete', async () => {
  const clinic = await createClinicWithImages(server, 'Faults')
  const studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
  const bytes = createDicomBytes('x'.repeat(1000))
  const program = createDicomBytes('program', Buffer.alloc(128).fill('MZ', 0, 2))
  const ids = {
    whole: await clinic.addImage({ studyId, bytes }),
    missing: await clinic.addImage({ studyId, sha256: toSha256(bytes), byteLength: 1132 }),
    dead: await clinic.addImage({ studyId, bytes, filePath: 'images/dead.dcm' }),
    nonsense: await clinic.addImage({ studyId, filePath: '../../etc/passwd' }),
    broken: await clinic.addImage({ studyId, bytes, filePath: 'images/broken.dcm' }),
    short: await clinic.addImage({ studyId, bytes: createDicomBytes('x'), byteLength: 1132 }),
    changed: await clinic.addImage({ studyId, bytes, sha256: toSha256(Buffer.from('else')) }),
    program: await clinic.addImage({ studyId, bytes: program }),
    last: await clinic.addImage({ studyId, bytes }),
  }
  const { entries, lines, headers } = await download(clinic)
  expect(headers['x-image-count']).toBe('9')
  const contents = entries.map(({ name, bytes: { byteLength } }) => [
    name.replace(/.*-/u, ''),
    byteLength,
  ])
  expect(contents).toEqual([
    [`${ids.whole}.dcm`, 1132],
    [`${ids.broken}.dcm`, 500],
    [`${ids.short}.dcm`, 133],
    [`${ids.changed}.dcm`, 1132],
    [`${ids.program}.dcm`, 139],
    [`${ids.last}.dcm`, 1132],
  ])
  expect(entries[4]?.bytes).toEqual(createDicomBytes('program'))
  const problems = lines.map((line) => line.slice(line.lastIndexOf(',') + 1))
  expect(problems).toEqual([
    '',
    '"Left out: the stored file is missing."',
    '"Left out: the stored file cannot be read."',
    '"Left out: the stored file cannot be read."',
    '"Incomplete: 500 of 1132 bytes could be read."',
    '"Incomplete: 133 of 1132 bytes could be read."',
    '"The stored file is not the one that was recorded (its SHA-256 differs)."',
    '"Its first 128 bytes held something other than an image and were cleared for safety."',
    '',
  ])
  // The hash is that of the file in the zip, so that a recipient can check it; beside it is the
  // recorded one.
  expect(lines[7]).toContain(`,139,${toSha256(createDicomBytes('program'))},${toSha256(program)},`)
  expect(lines[4]).toContain(`,500,${toSha256(bytes.subarray(0, 500))},${toSha256(bytes)},`)
})

test('a bulk download has no images of deleted studies', async () => {
  const clinic = await createClinicWithImages(server, 'Deleted')
  const patient = await clinic.addPatient('Rex')
  await clinic.addImage({
    studyId: await clinic.addStudy(patient, true),
    bytes: createDicomBytes('a'),
  })
  await clinic.addImage({ studyId: await clinic.addStudy(patient), bytes: createDicomBytes('b') })
  const { entries, lines, headers } = await download(clinic)
  expect(entries.map(({ bytes }) => bytes)).toEqual([createDicomBytes('b')])
  expect([lines.length, headers['x-image-count']]).toEqual([1, '1'])
})

test('a bulk download of a clinic without images has an empty manifest', async () => {
  const { entries, lines, headers } = await download(await createClinicWithImages(server, 'Empty'))
  expect([entries, lines, headers['x-image-count']]).toEqual([[], [], '0'])
})

test('a bulk download of several database pages has each image once, in order', async () => {
  const clinic = await createClinicWithImages(server, 'Pages')
  const studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
  const ids = [
    await clinic.addImage({ studyId, bytes: createDicomBytes('a'), filePath: 'images/same' }),
  ]
  for (let index = 1; index < 410; index += 1)
    ids.push(await clinic.addImage({ studyId, filePath: 'images/same' }))
  const { entries, lines } = await download(clinic)
  expect(entries.map(({ name }) => Number(/(\d+)\.dcm$/u.exec(name)?.[1]))).toEqual(ids)
  expect(lines).toHaveLength(410)
})

describe('a bulk download of JPEGs', () => {
  test('renders each image, and reports those that cannot be rendered', async () => {
    const clinic = await createClinicWithImages(server, 'Pictures')
    const studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
    const good = createDicomBytes('good')
    const ids = [
      await clinic.addImage({ studyId, bytes: good }),
      await clinic.addImage({ studyId, bytes: createDicomBytes('no pixels') }),
      await clinic.addImage({ studyId }),
      await clinic.addImage({ studyId, bytes: good, byteLength: 600 * 1024 * 1024 }),
      await clinic.addImage({ studyId, bytes: good, sha256: toSha256(Buffer.from('else')) }),
      await clinic.addImage({ studyId, bytes: createDicomBytes('last') }),
    ]
    const { entries, lines } = await download(clinic, 'JPEG')
    expect(
      entries.map(({ name, bytes }) => [name.replace(/.*-/u, ''), bytes.subarray(2).toString()]),
    ).toEqual([
      [`${ids[0]}.jpg`, 'good'],
      [`${ids[4]}.jpg`, 'good'],
      [`${ids[5]}.jpg`, 'last'],
    ])
    const jpegHash = toSha256(Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.from('good')]))
    expect(lines[0]).toContain(`,6,${jpegHash},${toSha256(good)},`)
    expect(lines.map((line) => line.slice(line.lastIndexOf(',') + 1))).toEqual([
      '',
      '"Left out: no picture can be made of this image."',
      '"Left out: the stored file is missing."',
      '"Left out: the image is too large for a picture to be made of it."',
      '"The stored file is not the one that was recorded (its SHA-256 differs)."',
      '',
    ])
  })

  test('is rendered by the worker threads of the server', async () => {
    const real = await startTestServer()
    const clinic = await createClinicWithImages(real, 'Pictures')
    const studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
    const pixels = Uint8Array.from({ length: 64 * 48 }, (_pixel, index) => index % 256)
    const bytes = createImageFile({ rows: 48, columns: 64, bitsAllocated: 8 }, pixels)
    await clinic.addImage({ studyId, bytes })
    const response = await real.app.inject({
      method: 'POST',
      url: `${real.config.apiBase}clinic/download`,
      headers: { authorization: `Bearer ${clinic.token}` },
      payload: { clinicId: clinic.id, type: 'JPEG' },
    })
    const [jpeg] = await readZip(response.rawPayload)
    const { format, width, height } = await sharp(jpeg?.bytes).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 64, height: 48 })
    await real.close()
  })
})

test('the manifest is in the language of the page', async () => {
  const clinic = await createClinicWithImages(server, 'French')
  await clinic.addImage({ studyId: await clinic.addStudy(await clinic.addPatient('Rex')) })
  const { lines } = await download(clinic, 'DICOM', 'fr-CA')
  expect(lines[0]).toMatch(/;"Omise\u00A0: le fichier enregistré est introuvable\."$/u)
})

test('a bulk download is recorded in the audit trail', async () => {
  const clinic = await createClinicWithImages(server, 'Audit')
  await clinic.addImage({ studyId: await clinic.addStudy(await clinic.addPatient('Rex')) })
  await download(clinic, 'JPEG')
  const event = await server.unscopedDb
    .selectFrom('auditEvent')
    .selectAll()
    .where('clinicId', '=', clinic.id)
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    action: 'clinic.download',
    entityId: clinic.id,
    userId: clinic.userId,
    before: null,
    after: { type: 'JPEG', images: 1 },
  })
})

test('a bulk download requires access to the clinic and the permission to download', async () => {
  const { first, second, call, createToken } = server
  const requestStatus = async (
    kind: 'reporter' | 'staff' | 'clinicAdmin' | 'superAdmin',
    clinicId: number,
  ) => {
    const body = { clinicId, type: 'DICOM' as const }
    const { status } = await call(
      routes.clinic.download,
      { body },
      await createToken(first.users[kind].id),
    )
    return status
  }
  expect(await requestStatus('reporter', first.id)).toBe(200)
  expect(await requestStatus('reporter', second.id)).toBe(403)
  expect(await requestStatus('staff', first.id)).toBe(403)
  expect(await requestStatus('clinicAdmin', first.id)).toBe(403)
  expect(await requestStatus('superAdmin', second.id)).toBe(200)
  expect(await requestStatus('superAdmin', 999_999)).toBe(404)
})

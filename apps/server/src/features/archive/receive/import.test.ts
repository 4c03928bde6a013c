import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ImportLine, routes } from '@talus/contract'
import type { ErrorReply } from '@talus/contract'
import { editDataSet, readDicom, transcode } from '@talus/dicom'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  hasSamples,
  readSample,
  listSamples,
  samplesNote,
} from '../../../../../../packages/dicom/src/testing/test-data.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { createZip } from '../../../testing/images/create-zip.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  token = await server.createToken(server.first.users.staff.id)
})

async function send(bytes: Uint8Array, { type = 'application/dicom', by = token } = {}) {
  const response = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import?name=file`,
    headers: { authorization: `Bearer ${by}`, 'content-type': type },
    payload: Buffer.from(bytes),
  })
  const { statusCode: status, body } = response
  if (status !== 200) return { status, error: response.json<ErrorReply>(), lines: [] }
  const lines = body
    .trim()
    .split('\n')
    .map((line) => ImportLine.parse(JSON.parse(line)))
  return { status, error: undefined, lines }
}

const importOutcomes = async (bytes: Uint8Array, type?: string) =>
  (await send(bytes, type === undefined ? {} : { type })).lines.map(({ outcome }) => outcome)

async function listStoredFiles() {
  const keys: string[] = []
  for await (const { key } of server.files.list('images')) keys.push(key)
  return keys
}

const findImage = (sopInstanceUID: string, clinicId = server.first.id) =>
  server.unscopedDb
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('imageHeader', 'imageHeader.imageId', 'image.id')
    .selectAll('image')
    .select([
      'patient.id as patientDatabaseId',
      'patient.name as patientName',
      'patient.patientId as patientNumber',
      'patient.speciesId',
      'patient.sex',
      'patient.neutered',
      'patient.birthDate',
      'owner.name as ownerName',
      'study.createdOn as studyDate',
      'study.modality as studyModality',
      'imageHeader.json',
    ])
    .where('image.sopInstanceUID', '=', sopInstanceUID)
    .where('image.clinicId', '=', clinicId)
    .executeTakeFirst()

test('images of the same time are listed by series and instance number, however they arrive', async () => {
  const study = toUid('ordered study')
  const numbers = [
    [2, 1],
    [1, 2],
    [10, 1],
    [1, 10],
    [1, 1],
  ]
  const uids = numbers.map(([series, instance]) => toUid(`ordered ${series} ${instance}`))
  for (const [at, [series, instance]] of numbers.entries())
    await send(
      createRadiograph(`ordered ${at}`, {
        PatientID: 'X-78',
        PatientName: 'Roy^Ordered',
        ResponsiblePerson: 'Roy^Luc',
        StudyInstanceUID: study,
        SeriesInstanceUID: toUid(`ordered series ${series}`),
        SOPInstanceUID: uids[at],
        SeriesNumber: series,
        InstanceNumber: instance,
        AcquisitionDate: '20260105',
        AcquisitionTime: '101500',
        ContentDate: '20260105',
        ContentTime: '101500',
      }),
    )
  const stored = await findImage(uids[0] ?? '')
  if (!stored) throw new Error('nothing was imported')
  const { body } = await server.call(
    routes.image.ofStudy,
    { query: { studyId: stored.studyId } },
    token,
  )
  const listed = body.map(({ sopInstanceUID }) => numbers[uids.indexOf(sopInstanceUID)])
  expect(listed).toEqual([
    [1, 1],
    [1, 2],
    [1, 10],
    [2, 1],
    [10, 1],
  ])
})

describe('an imported radiograph', () => {
  test('creates patient, owner and study, and is stored byte for byte', async () => {
    const bytes = createRadiograph('first')
    const { lines } = await send(bytes)
    expect(lines).toMatchObject([{ name: 'file', outcome: 'stored' }])
    const image = await findImage(toUid('image first'))
    expect(image).toMatchObject({
      patientName: 'Rex',
      patientNumber: 'X-77',
      ownerName: 'Anne Tremblay',
      speciesId: 1,
      sex: 'Male',
      neutered: true,
      birthDate: '2020-05-01',
      studyModality: 'General',
      bodyPart: 'Chest',
      bodyPartView: 'VD',
      rows: 4,
      columns: 3,
      hasPixels: true,
      byteLength: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect(JSON.parse(image?.json ?? '')).toMatchObject({ '00100020': { Value: ['X-77'] } })
    const stream = await server.files.read(image?.filePath ?? '')
    expect(stream && (await buffer(stream)).equals(bytes)).toBe(true)

    const found = await server.call(
      routes.study.page,
      { query: { ClinicId: server.first.id, search: 'tremb' } },
      token,
    )
    expect(found.body).toMatchObject({ total: 1, rows: [{ patientName: 'Rex', imageCount: 1 }] })
  })

  test('changes nothing when it is imported again', async () => {
    await send(createRadiograph('again'))
    const [before, files] = [await findImage(toUid('image again')), await listStoredFiles()]
    expect(await importOutcomes(createRadiograph('again'))).toEqual(['known'])
    expect(await findImage(toUid('image again'))).toEqual(before)
    expect(await listStoredFiles()).toEqual(files)
  })

  test('replaces its file if that was lost', async () => {
    await send(createRadiograph('lost'))
    const before = await findImage(toUid('image lost'))
    await server.files.remove(before?.filePath ?? '')
    expect(await importOutcomes(createRadiograph('lost'))).toEqual(['stored'])
    const after = await findImage(toUid('image lost'))
    expect(after).toMatchObject({ id: before?.id, sha256: before?.sha256 })
    expect(await server.files.stat(after?.filePath ?? '')).toBeDefined()
  })

  test('is a separate image in another clinic', async () => {
    await send(createRadiograph('both'))
    const other = await server.createToken(server.second.users.staff.id)
    expect((await send(createRadiograph('both'), { by: other })).lines).toMatchObject([
      { outcome: 'stored' },
    ])
    const [mine, theirs] = [
      await findImage(toUid('image both')),
      await findImage(toUid('image both'), server.second.id),
    ]
    expect(mine?.studyId).not.toBe(theirs?.studyId)
  })

  test('creates one patient, one study and one series when its images arrive concurrently', async () => {
    const study = { StudyInstanceUID: toUid('together'), PatientID: 'T-1', PatientName: 'Roy^Max' }
    const names = Array.from({ length: 24 }, (_, at) => `together ${at}`)
    const outcomes = await Promise.all(
      names.map((name) =>
        importOutcomes(
          createRadiograph(name, { ...study, SeriesInstanceUID: toUid('together s') }),
        ),
      ),
    )
    expect(outcomes.flat()).toEqual(names.map(() => 'stored'))
    const images = await Promise.all(names.map((name) => findImage(toUid(`image ${name}`))))
    expect(new Set(images.map((image) => image?.studyId)).size).toBe(1)
    const series = await server.unscopedDb
      .selectFrom('series')
      .selectAll()
      .where('seriesInstanceUID', '=', toUid('together s'))
      .execute()
    expect(series).toHaveLength(1)
  })
})

describe('the patient of an imported image', () => {
  let count = 0
  /** Imports each image into a study of its own. */
  const importNamed = async (attributes: Record<string, string>) => {
    count += 1
    const name = `whose ${count}`
    const own = { StudyInstanceUID: toUid(name), SeriesInstanceUID: toUid(`${name} s`) }
    await send(createRadiograph(name, { ...own, ...attributes }))
    return findImage(toUid(`image ${name}`))
  }

  test('is the same for the same number and name', async () => {
    const [one, other] = [
      await importNamed({ PatientID: 'W-1', PatientName: 'Roy^Bella' }),
      await importNamed({ PatientID: 'W-1', PatientName: 'ROY^BELLA' }),
    ]
    expect(other?.patientDatabaseId).toBe(one?.patientDatabaseId)
  })

  test('is created even if the file names none', async () => {
    const nothing = {
      PatientID: '',
      PatientName: '',
      PatientBirthDate: '',
      PatientSex: '',
      PatientSpeciesDescription: '',
      ResponsiblePerson: '',
      StudyDate: '',
      StudyTime: '',
    }
    const image = await importNamed(nothing)
    expect(image).toMatchObject({ speciesId: null, sex: null, ownerName: null })
    expect(image).toMatchObject({ patientName: 'Unnamed 1', patientNumber: 'UNNAMED-1' })
    const next = await importNamed(nothing)
    expect(next).toMatchObject({ patientName: 'Unnamed 2', patientNumber: 'UNNAMED-2' })
    const numbered = await importNamed({ ...nothing, PatientID: 'CHIP-9' })
    expect(numbered).toMatchObject({ patientName: 'Unnamed CHIP-9', patientNumber: 'CHIP-9' })
  })

  test('a patient without an ID gets a number that says so, and no time', async () => {
    const unnumbered = { PatientID: '', ResponsiblePerson: '' }
    const first = await importNamed({ ...unnumbered, PatientName: 'Alma' })
    expect(first).toMatchObject({ patientName: 'Alma', patientNumber: 'NO-ID-1' })
    const second = await importNamed({ ...unnumbered, PatientName: 'Bruno' })
    expect(second).toMatchObject({ patientName: 'Bruno', patientNumber: 'NO-ID-2' })
  })

  test('an imported file without a study UID gets one, in the record and in the file', async () => {
    const without = { StudyInstanceUID: '', SeriesInstanceUID: '', PatientID: 'W-4' }
    const [one, other] = [await importNamed(without), await importNamed(without)]
    expect(other?.studyId).toBe(one?.studyId)
    const stream = await server.files.read(one?.filePath ?? '')
    const bytes = stream && new Uint8Array(await buffer(stream))
    const { identity } = readDicom(bytes ?? new Uint8Array())
    expect(identity.studyInstanceUid).toMatch(/^2\.25\.\d+$/u)
    expect(JSON.parse(one?.json ?? '')).toMatchObject({
      '0020000D': { Value: [identity.studyInstanceUid] },
    })
    expect(bytes && createHash('sha256').update(bytes).digest('hex')).toBe(one?.sha256)
  })

  test('an imported file with a study date in the future gets the current date', async () => {
    const image = await importNamed({ PatientID: 'W-3', StudyDate: '29990101' })
    expect(image && image.studyDate <= server.clock().toISOString()).toBe(true)
  })
})

/** A copy that a full or broken disc left behind: the mark of DICOM, and nothing after it. */
function createZeros() {
  const bytes = Buffer.alloc(50_000)
  bytes.write('DICM', 128)
  return bytes
}

describe('a file that cannot be imported', async () => {
  const whole = createRadiograph('refused', {}, { rows: 64, columns: 64 })
  const compressed = Buffer.concat([...(await transcode(whole, '1.2.840.10008.1.2.4.80'))])
  test.each([
    ['text', Buffer.from('<html>not an image</html>'.repeat(40)), 'import/not-dicom'],
    ['nothing', Buffer.alloc(0), 'import/empty'],
    ['a preamble and zeros', createZeros(), 'import/damaged'],
    ['a file that is cut', whole.subarray(0, whole.length - 100), 'import/damaged'],
    ['a compressed file that is cut', compressed.subarray(0, -100), 'import/damaged'],
    ['a header that is cut', whole.subarray(0, 300), 'import/damaged'],
    [
      'a UID that is none',
      createRadiograph('r2', { SOPInstanceUID: '../../etc' }),
      'import/no-uid',
    ],
    [
      'no SOP class',
      editDataSet(createRadiograph('r3'), { SOPClassUID: undefined }).bytes,
      'import/class-not-storable',
    ],
    [
      'a worklist item',
      createRadiograph('r4', { SOPClassUID: '1.2.840.10008.5.1.4.31' }),
      'import/class-not-storable',
    ],
    [
      'a private class',
      createRadiograph('r5', { SOPClassUID: '1.3.12.2.1107.5.9.1' }),
      'import/class-not-storable',
    ],
    [
      'an unknown transfer syntax',
      createRadiograph('r6', {}, { transferSyntaxUid: '1.2.826.0.1.3680043.9.1' }),
      'import/syntax-not-storable',
    ],
  ])('(%s) is refused with the reason and leaves nothing', async (_name, bytes, code) => {
    const before = await listStoredFiles()
    const { status, error } = await send(bytes)
    expect([status, error?.code]).toEqual([400, code])
    expect(error?.message).not.toContain('{{')
    expect(await listStoredFiles()).toEqual(before)
  })

  test('does not block the next request on the same connection', async () => {
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const post = (payload: Buffer) =>
      new Promise<number>((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' }
        const url = `${address}${server.config.apiBase}image/import`
        request(url, { method: 'POST', agent, headers }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0))
        })
          .on('error', reject)
          .end(payload)
      })
    for (let round = 0; round < 3; round += 1) {
      expect(await post(Buffer.alloc(3_000_000, 'no image '))).toBe(400)
      expect(await post(createRadiograph(`after refusal ${round}`))).toBe(200)
    }
  })

  test('is refused with 415 if it has the wrong content type', async () => {
    expect((await send(Buffer.from('{}'), { type: 'application/json' })).status).toBe(415)
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: `${server.config.apiBase}owner`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
      payload: createRadiograph('wrong place'),
    })
    expect(statusCode).toBe(415)
  })

  test('an executable in the preamble of an imported file is cleared', async () => {
    const bytes = createRadiograph('polyglot')
    bytes.write('MZ', 0, 'latin1')
    bytes.write('This program cannot be run', 60, 'latin1')
    expect(await importOutcomes(bytes)).toEqual(['stored'])
    const image = await findImage(toUid('image polyglot'))
    const stream = await server.files.read(image?.filePath ?? '', { start: 0, end: 127 })
    expect(stream && (await buffer(stream)).every((byte) => byte === 0)).toBe(true)
  })
})

test('the directory of a disc is skipped, whatever its name', async () => {
  const before = await listStoredFiles()
  const directory = createRadiograph('directory', {
    SOPClassUID: '1.2.840.10008.1.3.10',
    DirectoryRecordSequence: [{ DirectoryRecordType: 'PATIENT', PatientID: 'X-77' }],
  })
  expect((await send(directory)).lines).toEqual([{ name: 'file', outcome: 'skipped' }])
  expect(await listStoredFiles()).toEqual(before)
})

describe('an imported zip', () => {
  const zip = (files: Parameters<typeof createZip>[0]) =>
    send(createZip(files), { type: 'application/zip' })

  test('is reported file by file, and one bad file does not prevent the import of the others', async () => {
    const { lines } = await zip([
      { name: 'study/a.dcm', bytes: createRadiograph('zip a') },
      { name: 'study/readme.txt', bytes: Buffer.from('hello, this is no image at all') },
      { name: 'study/zeros.dcm', bytes: createZeros() },
      { name: 'study/b.dcm', bytes: createRadiograph('zip b') },
      { name: 'study/a again.dcm', bytes: createRadiograph('zip a') },
      { name: '__MACOSX/study/._a.dcm', bytes: Buffer.from('beside') },
      { name: 'DICOMDIR', bytes: Buffer.from('a list') },
    ])
    expect(lines).toMatchObject([
      { name: 'study/a.dcm', outcome: 'stored' },
      { name: 'study/readme.txt', outcome: 'refused', message: 'This is not a DICOM file.' },
      { name: 'study/zeros.dcm', outcome: 'refused', message: expect.stringContaining('damaged') },
      { name: 'study/b.dcm', outcome: 'stored' },
      { name: 'study/a again.dcm', outcome: 'known' },
      { name: 'DICOMDIR', outcome: 'skipped' },
    ])
  })

  test('with an entry that is longer than declared is not unpacked further', async () => {
    const bytes = Buffer.alloc(5_000_000)
    const { lines } = await zip([
      { name: 'bomb.dcm', bytes, claimedSize: 1000, isDeflated: true },
      { name: 'beside the bomb.dcm', bytes: createRadiograph('beside a bomb') },
    ])
    expect(lines).toMatchObject([
      { name: 'bomb.dcm', outcome: 'refused' },
      { name: 'beside the bomb.dcm', outcome: 'stored' },
    ])
  })

  test('with paths outside, nested zips or encrypted files imports the other files and reports the reasons', async () => {
    const inner = createZip([{ name: 'inner.dcm', bytes: createRadiograph('inner zip') }])
    const { lines } = await zip([
      { name: '../../outside.dcm', bytes: createRadiograph('zip outside') },
      { name: String.raw`C:\Windows\system.dcm`, bytes: createRadiograph('zip absolute') },
      { name: 'more/Inner.ZIP', bytes: inner },
      {
        name: 'locked.dcm',
        bytes: createRadiograph('zip locked'),
        isDeflated: true,
        isLocked: true,
      },
      { name: String.raw`study\é a.dcm`, bytes: createRadiograph('zip of windows') },
      { name: './study/.hidden', bytes: Buffer.from('beside') },
      { name: './study/b.dcm', bytes: createRadiograph('zip of here') },
    ])
    expect(lines).toMatchObject([
      { outcome: 'refused', message: expect.stringContaining('another folder') },
      { outcome: 'refused', message: expect.stringContaining('another folder') },
      { outcome: 'refused', message: expect.stringContaining('inside a zip file') },
      { outcome: 'refused', message: expect.stringContaining('password') },
      { name: 'study/é a.dcm', outcome: 'stored' },
      { name: './study/b.dcm', outcome: 'stored' },
    ])
  })

  test('with an entry that grows to a thousand times its size imports the other files', async () => {
    const zip = createZip([
      { name: 'bomb.dcm', bytes: Buffer.alloc(70 * 1024 * 1024), isDeflated: true },
      { name: 'image.dcm', bytes: createRadiograph('beside a file that grows') },
    ])
    const { lines } = await send(zip, { type: 'application/zip' })
    expect(lines.map(({ outcome }) => outcome)).toEqual(['refused', 'stored'])
    expect(lines[0]?.message).toContain('200 times')
  })

  test('lists the first hundred files that are not images, and counts the others', async () => {
    const { lines } = await zip([
      { name: 'zeros.dcm', bytes: Buffer.alloc(60_000_000), isDeflated: true },
      ...Array.from({ length: 1000 }, (_none, at) => ({ name: `${at}`, bytes: Buffer.alloc(0) })),
      { name: 'image.dcm', bytes: createRadiograph('after many others') },
    ])
    expect(lines).toHaveLength(102)
    expect(lines[0]).toMatchObject({ name: 'zeros.dcm', message: 'This is not a DICOM file.' })
    expect(lines.slice(-2)).toMatchObject([
      { name: 'image.dcm', outcome: 'stored' },
      { name: '', outcome: 'refused', message: expect.stringContaining(': 901.') },
    ])
  })

  test('with too many entries is refused as a whole', async () => {
    const empty = Array.from({ length: 50_000 }, (_none, at) => ({
      name: `${at}`,
      bytes: Buffer.alloc(0),
    }))
    const { lines } = await zip([
      { name: 'image.dcm', bytes: createRadiograph('in a long zip') },
      ...empty,
    ])
    expect(lines).toMatchObject([
      { name: '', outcome: 'refused', message: expect.stringContaining('50000 entries') },
    ])
  })

  test('that is truncated or names a path outside is refused', async () => {
    const good = createZip([{ name: 'a.dcm', bytes: createRadiograph('cut zip') }])
    const cut = await send(good.subarray(0, good.length - 30), { type: 'application/zip' })
    expect(cut.lines).toMatchObject([{ outcome: 'refused', message: 'The zip file is damaged.' }])
    const outside = await zip([{ name: '../../outside.dcm', bytes: createRadiograph('outside') }])
    expect(outside.lines).toMatchObject([{ outcome: 'refused' }])
  })
})

describe.skipIf(!hasSamples)(`importing real files${samplesNote}`, () => {
  test.each(listSamples('radiographs'))('stores %s', async (path) => {
    expect(await importOutcomes(readSample(path))).toEqual(['stored'])
  })
})

import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ImportLine, routes } from '@talus/contract'
import type { ErrorReply } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  hasSamples,
  readSample,
  samplesIn,
  samplesNote,
} from '../../../../../packages/dicom/src/testing/test-data.ts'
import { radiograph, uidFor } from '../../testing/dicom-objects.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { zipOf } from '../../testing/zip-of.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  token = await server.tokenOf(server.first.people.staff.id)
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

const outcomesOf = async (bytes: Uint8Array, type?: string) =>
  (await send(bytes, type === undefined ? {} : { type })).lines.map(({ outcome }) => outcome)

async function storedFiles() {
  const keys: string[] = []
  for await (const { key } of server.files.list('images')) keys.push(key)
  return keys
}

const imageOf = (sopInstanceUID: string, clinicId = server.first.id) =>
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

describe('a radiograph from elsewhere', () => {
  test('is filed with its animal, owner and study, and can be looked at', async () => {
    const bytes = radiograph('first')
    const { lines } = await send(bytes)
    expect(lines).toMatchObject([{ name: 'file', outcome: 'stored' }])
    const image = await imageOf(uidFor('image first'))
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

  test('changes nothing when it comes again', async () => {
    await send(radiograph('again'))
    const [before, files] = [await imageOf(uidFor('image again')), await storedFiles()]
    expect(await outcomesOf(radiograph('again'))).toEqual(['known'])
    // Another content under the same UID is not believed either.
    expect(await outcomesOf(radiograph('again', {}, { seed: 2 }))).toEqual(['known'])
    expect(await imageOf(uidFor('image again'))).toEqual(before)
    expect(await storedFiles()).toEqual(files)
  })

  test('replaces its own file where that was lost', async () => {
    await send(radiograph('lost'))
    const before = await imageOf(uidFor('image lost'))
    await server.files.remove(before?.filePath ?? '')
    expect(await outcomesOf(radiograph('lost'))).toEqual(['stored'])
    const after = await imageOf(uidFor('image lost'))
    expect(after).toMatchObject({ id: before?.id, sha256: before?.sha256 })
    expect(await server.files.stat(after?.filePath ?? '')).toBeDefined()
  })

  test('is another one in another clinic', async () => {
    await send(radiograph('both'))
    const other = await server.tokenOf(server.second.people.staff.id)
    expect((await send(radiograph('both'), { by: other })).lines).toMatchObject([
      { outcome: 'stored' },
    ])
    const [mine, theirs] = [
      await imageOf(uidFor('image both')),
      await imageOf(uidFor('image both'), server.second.id),
    ]
    expect(mine?.studyId).not.toBe(theirs?.studyId)
  })

  test('in many pieces at once makes one animal, one study and one series', async () => {
    const study = { StudyInstanceUID: uidFor('together'), PatientID: 'T-1', PatientName: 'Roy^Max' }
    const names = Array.from({ length: 24 }, (_, at) => `together ${at}`)
    const outcomes = await Promise.all(
      names.map((name) =>
        outcomesOf(radiograph(name, { ...study, SeriesInstanceUID: uidFor('together s') })),
      ),
    )
    expect(outcomes.flat()).toEqual(names.map(() => 'stored'))
    const images = await Promise.all(names.map((name) => imageOf(uidFor(`image ${name}`))))
    expect(new Set(images.map((image) => image?.studyId)).size).toBe(1)
    const series = await server.unscopedDb
      .selectFrom('series')
      .selectAll()
      .where('seriesInstanceUID', '=', uidFor('together s'))
      .execute()
    expect(series).toHaveLength(1)
  })
})

describe('whose image it is', () => {
  let count = 0
  /** Each in a study of its own. */
  const filed = async (attributes: Record<string, string>) => {
    count += 1
    const name = `whose ${count}`
    const own = { StudyInstanceUID: uidFor(name), SeriesInstanceUID: uidFor(`${name} s`) }
    await send(radiograph(name, { ...own, ...attributes }))
    return imageOf(uidFor(`image ${name}`))
  }

  test('the same number and name are the same animal', async () => {
    const [one, other] = [
      await filed({ PatientID: 'W-1', PatientName: 'Roy^Bella' }),
      await filed({ PatientID: 'W-1', PatientName: 'ROY^BELLA' }),
    ]
    expect(other?.patientDatabaseId).toBe(one?.patientDatabaseId)
  })

  test('the same number with another name is another animal', async () => {
    const one = await filed({ PatientID: 'W-2', PatientName: 'Roy^Fidel' })
    const other = await filed({ PatientID: 'W-2', PatientName: 'Gagnon^Minou' })
    expect(other?.patientDatabaseId).not.toBe(one?.patientDatabaseId)
    expect(other?.patientNumber).not.toBe('W-2')
    // And its next image finds it again, by its names.
    const next = await filed({ PatientID: 'W-2', PatientName: 'Gagnon^Minou' })
    expect(next?.patientDatabaseId).toBe(other?.patientDatabaseId)
  })

  test('nothing at all still gives the image a place', async () => {
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
    const image = await filed(nothing)
    expect(image).toMatchObject({ speciesId: null, sex: null, ownerName: null })
    expect(image?.patientName).not.toBe('')
    expect((await filed(nothing))?.patientDatabaseId).not.toBe(image?.patientDatabaseId)
  })

  test('a file that names no study is given one, and so is its file', async () => {
    const without = { StudyInstanceUID: '', SeriesInstanceUID: '', PatientID: 'W-4' }
    const [one, other] = [await filed(without), await filed(without)]
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

  test('a date ahead of our clock is not believed', async () => {
    const image = await filed({ PatientID: 'W-3', StudyDate: '29990101' })
    expect(image && image.studyDate <= server.clock().toISOString()).toBe(true)
  })
})

describe('what cannot be taken', () => {
  const whole = radiograph('refused', {}, { rows: 64, columns: 64 })
  test.each([
    ['text', Buffer.from('<html>not an image</html>'.repeat(40)), 'import/not-dicom'],
    ['nothing', Buffer.alloc(0), 'import/empty'],
    ['a file that is cut', whole.subarray(0, whole.length - 100), 'import/damaged'],
    ['a head that is cut', whole.subarray(0, 300), 'import/damaged'],
    ['a UID that is none', radiograph('r2', { SOPInstanceUID: '../../etc' }), 'import/no-uid'],
  ])('%s is refused with the reason and leaves nothing', async (_name, bytes, code) => {
    const before = await storedFiles()
    const { status, error } = await send(bytes)
    expect([status, error?.code]).toEqual([400, code])
    expect(error?.message).not.toContain('{{')
    expect(await storedFiles()).toEqual(before)
  })

  test('does not hold up the next request on the same line', async () => {
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
      expect(await post(radiograph(`after refusal ${round}`))).toBe(200)
    }
  })

  test('JSON is of the wrong type, and so is a file where JSON belongs', async () => {
    expect((await send(Buffer.from('{}'), { type: 'application/json' })).status).toBe(415)
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: `${server.config.apiBase}owner`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
      payload: radiograph('wrong place'),
    })
    expect(statusCode).toBe(415)
  })

  test('a program in front of the image is cleared away', async () => {
    const bytes = radiograph('polyglot')
    bytes.write('MZ', 0, 'latin1')
    bytes.write('This program cannot be run', 60, 'latin1')
    expect(await outcomesOf(bytes)).toEqual(['stored'])
    const image = await imageOf(uidFor('image polyglot'))
    const stream = await server.files.read(image?.filePath ?? '', { start: 0, end: 127 })
    expect(stream && (await buffer(stream)).every((byte) => byte === 0)).toBe(true)
  })
})

describe('a zip', () => {
  const zip = (files: Parameters<typeof zipOf>[0]) =>
    send(zipOf(files), { type: 'application/zip' })

  test('is told file by file, and one bad file keeps no other out', async () => {
    const { lines } = await zip([
      { name: 'study/a.dcm', bytes: radiograph('zip a') },
      { name: 'study/readme.txt', bytes: Buffer.from('hello, this is no image at all') },
      { name: 'study/b.dcm', bytes: radiograph('zip b') },
      { name: 'study/a again.dcm', bytes: radiograph('zip a') },
      { name: '__MACOSX/study/._a.dcm', bytes: Buffer.from('beside') },
      { name: 'DICOMDIR', bytes: Buffer.from('a list') },
    ])
    expect(lines).toMatchObject([
      { name: 'study/a.dcm', outcome: 'stored' },
      { name: 'study/readme.txt', outcome: 'refused', message: 'This is not a DICOM file.' },
      { name: 'study/b.dcm', outcome: 'stored' },
      { name: 'study/a again.dcm', outcome: 'known' },
    ])
  })

  test('that claims less than it holds is not unpacked further', async () => {
    const bytes = Buffer.alloc(5_000_000)
    const { lines } = await zip([
      { name: 'bomb.dcm', bytes, claims: 1000, isDeflated: true },
      { name: 'beside the bomb.dcm', bytes: radiograph('beside a bomb') },
    ])
    expect(lines).toMatchObject([
      { name: 'bomb.dcm', outcome: 'refused' },
      { name: 'beside the bomb.dcm', outcome: 'stored' },
    ])
  })

  test('with names that lead outside, other zips or locked files: those are left out with the reason', async () => {
    const inner = zipOf([{ name: 'inner.dcm', bytes: radiograph('inner zip') }])
    const { lines } = await zip([
      { name: '../../outside.dcm', bytes: radiograph('zip outside') },
      { name: String.raw`C:\Windows\system.dcm`, bytes: radiograph('zip absolute') },
      { name: 'more/Inner.ZIP', bytes: inner },
      { name: 'locked.dcm', bytes: radiograph('zip locked'), isDeflated: true, isLocked: true },
      { name: String.raw`study\é a.dcm`, bytes: radiograph('zip of windows') },
      { name: './study/.hidden', bytes: Buffer.from('beside') },
      { name: './study/b.dcm', bytes: radiograph('zip of here') },
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

  test('that is cut, or names a path outside, is refused', async () => {
    const good = zipOf([{ name: 'a.dcm', bytes: radiograph('cut zip') }])
    const cut = await send(good.subarray(0, good.length - 30), { type: 'application/zip' })
    expect(cut.lines).toMatchObject([{ outcome: 'refused', message: 'The zip file is damaged.' }])
    const outside = await zip([{ name: '../../outside.dcm', bytes: radiograph('outside') }])
    expect(outside.lines).toMatchObject([{ outcome: 'refused' }])
  })
})

describe.skipIf(!hasSamples)(`real files${samplesNote}`, () => {
  test.each(samplesIn('radiographs'))('%s comes in', async (path) => {
    expect(await outcomesOf(readSample(path))).toEqual(['stored'])
  })
})

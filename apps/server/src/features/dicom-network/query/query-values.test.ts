import { routes } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hasDcmtk, noDcmtk } from '../../../testing/dicom/dcmtk.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { openDicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import type { DicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import { startReceivingServer } from '../../../testing/dicom/receiving-server.ts'
import type { ReceivingServer } from '../../../testing/dicom/receiving-server.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: ReceivingServer
let token: string
let web: DicomWebClient

const study = (name: string) => ({
  StudyInstanceUID: toUid(name),
  SeriesInstanceUID: toUid(`${name} series`),
  StudyDescription: name,
})
const exposed = createRadiograph('exposed', {
  ...study('Exposed'),
  PatientID: 'K-1',
  PatientName: 'Keller^Rex',
  PatientComments: 'bites',
  KVP: 62.5,
  ExposureTime: 20,
  XRayTubeCurrent: 160,
  ViewPosition: 'LAT',
  BodyPartExamined: 'CHEST',
  AnatomicRegionSequence: [
    { CodeValue: '816094009', CodingSchemeDesignator: 'SCT', CodeMeaning: 'Chest' },
  ],
})
const named = (name: string, number: string, patientName: string) =>
  createRadiograph(name, {
    ...study(name),
    PatientID: number,
    PatientName: patientName,
    ResponsiblePerson: '',
  })

/** Escape sequences of ISO 2022 IR 87, whose bytes are seven-bit. */
const jis = (bytes: string) => `\u001B$B${bytes}\u001B(B`
const [yamada, tarou] = [jis(';3ED'), jis('B@O:')]
const inIso2022 = `Yamada^Tarou=${yamada}^${tarou}=${jis('$d$^$@')}^${jis('$?$m$&')}`

beforeAll(async () => {
  server = await startReceivingServer()
  if (!hasDcmtk) return
  token = await server.createToken(server.first.users.clinicAdmin.id)
  web = await openDicomWebClient(server, token)
  const files = await server.write({
    exposed,
    iso2022: named('ISO 2022', 'Y-1', 'placeholder'),
    utf8: named('UTF-8', 'H-1', 'Hong^Gildong=洪^吉洞=홍^길동'),
    ideographic: named('Ideographic', 'W-1', '=王^小东'),
    alphabetic: named('Alphabetic', 'B-1', 'Berg^Rex'),
  })
  const changes = ['-i', 'SpecificCharacterSet=\\ISO 2022 IR 87', '-i', `PatientName=${inIso2022}`]
  await server.run('dcmodify', '-nb', ...changes, 'iso2022')
  await server.storescu(files)
  await server.allowCallers(server.first.id, 'CR_ROOM')
})
afterAll(() => server.close())
beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))

async function findscu(...keys: readonly string[]) {
  const named = keys.flatMap((key) => ['-k', key])
  const peer = ['-aec', 'FIRST', '-aet', 'CR_ROOM', '127.0.0.1', server.port]
  const { output } = await server.run('findscu', '-v', '-S', ...named, ...peer)
  return output
}
const listDescriptions = (output: string) =>
  [...output.matchAll(/\(0008,1030\) LO \[([^\]]*?) *\]/gu)].map((match) => match[1] ?? '')
const findStudies = async (...keys: readonly string[]) =>
  listDescriptions(await findscu('QueryRetrieveLevel=STUDY', 'StudyDescription', ...keys))

type Found = Record<string, { Value?: unknown[] }>
const qido = async (path: string) => (await web.send(path)).json() as Found[]
const qidoStudies = async (query: string) =>
  (await qido(`/studies?${query}`)).map((row) => row['00081030']?.Value?.[0])

const findInList = async (patientName: string) => {
  const query = { ClinicId: server.first.id, patientName }
  const { body } = await server.call(routes.study.page, { query }, token)
  return body.rows.map((row) => row.patientName)
}

test('C-FIND at image level returns the requested attributes of the stored object', async () => {
  const level = ['QueryRetrieveLevel=IMAGE', `StudyInstanceUID=${toUid('Exposed')}`]
  const output = await findscu(
    ...level,
    'KVP',
    'ExposureTime',
    'XRayTubeCurrent',
    'ViewPosition',
    'BodyPartExamined',
    'ImageComments',
    'AnatomicRegionSequence',
  )
  for (const line of [
    '(0018,0060) DS [62.5',
    '(0018,1150) IS [20',
    '(0018,1151) IS [160',
    '(0018,5101) CS [LAT',
    '(0018,0015) CS [CHEST',
    '(0020,4000) LT (no value available)',
    '(0008,0100) SH [816094009',
  ])
    expect(output).toContain(line)
})

test('QIDO-RS returns the attribute of a key and of includefield from the stored object', async () => {
  const path = `/studies/${toUid('Exposed')}/instances`
  for (const query of ['KVP=', 'KVP=70', 'includefield=KVP', 'includefield=00180060']) {
    const [row] = await qido(`${path}?${query}`)
    expect([query, row?.['00180060']?.Value]).toEqual([query, [62.5]])
    expect(row).not.toHaveProperty('00181150')
  }
})

test('attributes of the stored object do not name the animal that the study was moved from', async () => {
  const studies = server.unscopedDb.updateTable('study')
  const { patientId } = await server.unscopedDb
    .selectFrom('study')
    .select('patientId')
    .where('studyInstanceUID', '=', toUid('Exposed'))
    .executeTakeFirstOrThrow()
  const move = (to: typeof patientId) =>
    studies
      .set({ patientId: to })
      .where('studyInstanceUID', '=', toUid('Exposed'))
      .where('clinicId', '=', server.first.id)
      .execute()
  const level = ['QueryRetrieveLevel=IMAGE', `StudyInstanceUID=${toUid('Exposed')}`]
  expect(await findscu(...level, 'PatientComments')).toContain('bites')
  await move(server.first.records.patientId)
  const output = await findscu(...level, 'PatientComments', 'KVP')
  await move(patientId)
  expect(output).not.toContain('bites')
  expect(output).toContain('62.5')
})

test('names are found by C-FIND in any of their writings, also in ISO 2022', async () => {
  for (const key of ['Yamada*', 'tarou', 'Yamada^Tarou', inIso2022]) {
    const set = key === inIso2022 ? ['SpecificCharacterSet=\\ISO 2022 IR 87'] : []
    expect([key, await findStudies(...set, `PatientName=${key}`)]).toEqual([key, ['ISO 2022']])
  }
  for (const key of [`=${yamada}*`, `=${yamada}^${tarou}`, tarou, `==${jis('$d$^$@')}`])
    expect(
      await findStudies('SpecificCharacterSet=\\ISO 2022 IR 87', `PatientName=${key}`),
    ).toEqual(['ISO 2022'])
  const unicode = (key: string) =>
    findStudies('SpecificCharacterSet=ISO_IR 192', `PatientName=${key}`)
  for (const key of ['洪*', '=洪^吉洞', '길동', '*길동', '==홍^길동', 'Nobody^None=洪^吉洞'])
    expect([key, await unicode(key)]).toEqual([key, ['UTF-8']])
  expect(await unicode('王^小东')).toEqual(['Ideographic'])
  expect(await unicode('=洪^小东')).toEqual([])
  expect(await findStudies('SpecificCharacterSet=ISO_IR 192', 'ResponsiblePerson==洪')).toEqual([
    'UTF-8',
  ])
})

test('names are returned in all of their writings, and an absent alphabetic one stays absent', async () => {
  expect(await findscu('QueryRetrieveLevel=STUDY', 'PatientID=Y-1', 'PatientName')).toContain(
    'Yamada^Tarou=山田^太郎=やまだ^たろう',
  )
  expect(await findscu('QueryRetrieveLevel=STUDY', 'PatientID=W-1', 'PatientName')).toContain(
    '[=王^小东',
  )
  const [row] = await qido('/studies?PatientID=H-1')
  expect(row?.['00100010']?.Value).toEqual([
    { Alphabetic: 'Hong^Gildong', Ideographic: '洪^吉洞', Phonetic: '홍^길동' },
  ])
})

test('names are found by QIDO-RS and in the study list in any of their writings', async () => {
  for (const key of ['Yamada', '山田', '山田^太郎', '=山田*', '==やまだ', 'たろう']) {
    const query = `PatientName=${encodeURIComponent(key)}`
    expect([key, await qidoStudies(query)]).toEqual([key, ['ISO 2022']])
  }
  for (const text of ['tarou', '太郎', 'たろ', '山田'])
    expect([text, await findInList(text)]).toEqual([text, ['Tarou']])
  expect(await findInList('小东')).toEqual(['小东'])
})

test('the writings of a name go with it: another name has none, and the same animal gets them once', async () => {
  const patients = server.unscopedDb.selectFrom('patient').selectAll()
  const find = (number: string) =>
    patients
      .where('patientId', '=', number)
      .where('clinicId', '=', server.first.id)
      .executeTakeFirstOrThrow()
  const change = async (number: string, name: string) => {
    const { id, speciesId, ownerId } = await find(number)
    const body = { id, name, patientId: number, speciesId: speciesId ?? 1, ownerId }
    return server.call(routes.patient.update, { body }, token)
  }
  expect((await change('H-1', 'GILDONG')).body.nameGroups).toBe('吉洞=길동')
  expect((await change('H-1', 'Minsu')).body.nameGroups).toBe('')
  expect(await findInList('길동')).toEqual([])
  expect((await find('B-1')).nameGroups).toBe('')
  const later = await server.write({ later: named('Later', 'B-1', 'Berg^Rex=山^王') })
  await server.storescu(later)
  expect((await find('B-1')).nameGroups).toBe('王')
})

import { routes } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertClinic, insertUser } from '../../testing/records/clinics-and-users.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let token: string
let clinicId: ClinicId
const ownerIds = new Map<string, number>()
const patientIds = new Map<string, number>()

beforeAll(async () => {
  server = await startTestServer()
  clinicId = await insertClinic(server.unscopedDb, 'Suggests')
  const user = { username: 'typist', clinicId, flags: {}, passwordHash: server.passwordHash }
  token = await server.createToken(await insertUser(server.unscopedDb, user))
  for (const owner of [
    { name: 'Hélène Tremblay', phone: '(514) 555-0101', email: 'helene.t@example.com' },
    { name: "Pat O'Brien", phone: '438.222.7777', address: '1 Street' },
    { name: 'Rex Miller', phone: '819-333-5144' },
    { name: 'Anna Smith-Jones', email: 'ASJ@Example.com' },
    { name: 'Zoé Adams' },
    { name: '100% _real_' },
    { name: '🐈 House' },
  ]) {
    const { body } = await server.call(routes.owner.create, { body: owner }, token)
    ownerIds.set(owner.name, body.id)
  }
  for (const [name, owner, patientId] of [
    ['Étoile', 'Hélène Tremblay', 'TAL-00012'],
    ['Rex', "Pat O'Brien", '12 34'],
    ['Rexine', 'Zoé Adams', 'Z-1'],
    ['Abby', 'Zoé Adams', 'Z-2'],
  ] as const) {
    const draft = { name, patientId, speciesId: 1, ownerId: ownerIds.get(owner) ?? 0 }
    const { body } = await server.call(routes.patient.create, { body: draft }, token)
    patientIds.set(name, body.id)
  }
})
afterAll(() => server.close())

const suggest = (text: string, limit?: number, by = token) =>
  server.call(
    routes.owner.suggest,
    { query: { text, ...(limit === undefined ? {} : { limit }) } },
    by,
  )
const owners = async (text: string, limit?: number) =>
  (await suggest(text, limit)).body.map(({ name }) => name)
const patients = async (text: string) =>
  (await server.call(routes.patient.suggest, { query: { text } }, token)).body.map(
    ({ name }) => name,
  )

test.each([
  ['helene', ['Hélène Tremblay']],
  ['HÉL', ['Hélène Tremblay']],
  ['trem hel', ['Hélène Tremblay']],
  ['trem pat', []],
  ['remblay', ['Hélène Tremblay']],
  ['emb elen', ['Hélène Tremblay']],
  ['xin', ['Zoé Adams']],
  ['ay', []],
  ['514 555', ['Hélène Tremblay']],
  ['(514) 555-01', ['Hélène Tremblay']],
  ['514-5', ['Hélène Tremblay']],
  ['+1 514 5550101', ['Hélène Tremblay']],
  ['1-514-555', ['Hélène Tremblay']],
  ['15145550101', ['Hélène Tremblay']],
  ['5550101', ['Hélène Tremblay']],
  ['0101', ['Hélène Tremblay']],
  ['trem 514 555', ['Hélène Tremblay']],
  ['514', ['Hélène Tremblay', 'Rex Miller']],
  ['helene.t@exa', ['Hélène Tremblay']],
  ['asj@EXAMPLE', ['Anna Smith-Jones']],
  ["o'br", ["Pat O'Brien"]],
  ['o’br', ["Pat O'Brien"]],
  ['jones', ['Anna Smith-Jones']],
  ['smith-j', ['Anna Smith-Jones']],
  ['etoile', ['Hélène Tremblay']],
  ['adams rexi', ['Zoé Adams']],
])('owner suggestions for %j: %j', async (text, expected) => {
  expect(await owners(text)).toEqual(expected)
})

test('words that begin with the text come before words that contain it', async () => {
  expect(await owners('ada')).toEqual(['Zoé Adams'])
  expect(await patients('rex')).toEqual(['Rex', 'Rexine'])
  expect(await patients('exi')).toEqual(['Rexine'])
  expect(await patients('toil')).toEqual(['Étoile'])
})

test('owners that match themselves come before owners whose patients match; then by name', async () => {
  expect(await owners('rex')).toEqual(['Rex Miller', "Pat O'Brien", 'Zoé Adams'])
  expect(await owners('a')).toEqual(['Anna Smith-Jones', 'Zoé Adams'])
})

test('an owner suggestion contains contact data and patients, the matching patient first', async () => {
  const [zoe] = (await suggest('zoe')).body
  expect(zoe).toEqual({
    id: ownerIds.get('Zoé Adams'),
    name: 'Zoé Adams',
    nameGroups: '',
    phone: '',
    email: '',
    address: '',
    animals: ['Abby', 'Rexine'],
  })
  expect((await suggest('rexine')).body[0]?.animals).toEqual(['Rexine', 'Abby'])
})

test('without any text, the records registered last are suggested', async () => {
  expect(await owners('', 2)).toEqual(['🐈 House', '100% _real_'])
  expect(await owners('   ', 1)).toEqual(['🐈 House'])
  expect(await patients('')).toEqual(['Abby', 'Rexine', 'Rex', 'Étoile'])
})

test('suggestions respect the limit', async () => {
  expect(await owners('rex', 2)).toEqual(['Rex Miller', "Pat O'Brien"])
  for (const limit of [0, 51]) expect((await suggest('rex', limit)).status).toBe(400)
})

test.each([
  ['%', []],
  ['_', ['100% _real_']],
  ['100%', ['100% _real_']],
  ["'", []],
  ["' or 1=1 --", []],
  ['\\', []],
  ['🐈', ['🐈 House']],
  ['\u{10FFFF}', []],
  ['rex\u{10FFFF}', ['Rex Miller', "Pat O'Brien", 'Zoé Adams']],
  ['\uD800', []],
  ['z'.repeat(255), []],
  ['a b c d e f g h i j k l m n o p q r s t u v w x y z', []],
  ['1 2 3 4 5 6 7 8 9 0 '.repeat(12), []],
  ['- - . . / /', []],
])('special characters in a search text are literal: %j', async (text, expected) => {
  const answer = await suggest(text)
  expect([answer.status, answer.body.map(({ name }) => name)]).toEqual([200, expected])
})

test('a suggestion text that is too long or has control characters is refused', async () => {
  expect((await suggest('z'.repeat(256))).status).toBe(400)
  expect((await suggest('a\u0000')).status).toBe(400)
})

test.each([
  ['eto', ['Étoile']],
  ['tal-0', ['Étoile']],
  ['00012', ['Étoile']],
  ['12 34', ['Rex']],
  ['rex', ['Rex', 'Rexine']],
  ['adams', ['Abby', 'Rexine']],
  ['rex brien', ['Rex']],
])('patient suggestions for %j: %j', async (text, expected) => {
  expect(await patients(text)).toEqual(expected)
})

test('an animal without a name is found by what the screens call it in either language', async () => {
  const id = await insertClinic(server.unscopedDb, 'Suggests unnamed')
  const user = { username: 'unnamed', clinicId: id, flags: {}, passwordHash: '' }
  const by = await server.createToken(await insertUser(server.unscopedDb, user))
  const owner = await server.call(routes.owner.create, { body: { name: 'Sansa Miller' } }, by)
  for (const [name, patientId] of [
    ['Unnamed 3', 'UNNAMED-3'],
    // The files have an ID and no name.
    ['Unnamed CHIP-9', 'CHIP-9'],
    // A user has typed this name.
    ['Unnamed Kitten', 'Z-3'],
  ] as const)
    await server.call(
      routes.patient.create,
      { body: { name, patientId, speciesId: 1, ownerId: owner.body.id } },
      by,
    )
  const find = async (text: string) =>
    (await server.call(routes.patient.suggest, { query: { text } }, by)).body.map(
      ({ name }) => name,
    )
  const unnamed = ['Unnamed 3', 'Unnamed CHIP-9']
  expect(await find('unnamed')).toEqual([...unnamed, 'Unnamed Kitten'])
  for (const typed of ['sans nom', 'Sans Nom', 'nom sans', 'san n', 'sans nom miller'])
    expect([typed, await find(typed)]).toEqual([typed, unnamed])
  expect(await find('sans nom 3')).toEqual(['Unnamed 3'])
  expect(await find('sans nom chip')).toEqual(['Unnamed CHIP-9'])
  expect((await suggest('sans nom 3', 5, by)).body.map(({ name }) => name)).toEqual([
    'Sansa Miller',
  ])
})

test('a patient suggestion contains its owner', async () => {
  const { body } = await server.call(routes.patient.suggest, { query: { text: 'eto' } }, token)
  expect(body).toEqual([
    {
      id: patientIds.get('Étoile'),
      patientId: 'TAL-00012',
      name: 'Étoile',
      nameGroups: '',
      speciesId: 1,
      ownerId: ownerIds.get('Hélène Tremblay'),
      birthDate: null,
      owner: 'Hélène Tremblay',
    },
  ])
})

test('an animal is found by a number that it had before, until the number is forgotten', async () => {
  const draft = { name: 'Renumbered', speciesId: 2, ownerId: ownerIds.get('Zoé Adams') ?? null }
  const body = { ...draft, patientId: 'OLDNR-55' }
  const { id } = (await server.call(routes.patient.create, { body }, token)).body
  await server.call(routes.patient.update, { body: { ...draft, id, patientId: 'NEWNR-66' } }, token)
  expect([await patients('oldnr'), await patients('newnr')]).toEqual([
    ['Renumbered'],
    ['Renumbered'],
  ])
  const admin = await server.createToken(server.first.users.root.id)
  const forgotten = { body: { patientId: id, number: 'OLDNR-55' } }
  expect((await server.call(routes.reassign.forgetNumber, forgotten, admin)).status).toBe(204)
  expect(await patients('oldnr')).toEqual([])
  const removed = { ...draft, id, status: 'Inactive' as const }
  await server.call(routes.patient.update, { body: removed }, token)
})

test('records of another clinic are not suggested', async () => {
  const other = await server.createToken(server.first.users.staff.id)
  expect((await suggest('tremblay', 8, other)).body).toEqual([])
  expect((await suggest('', 50, other)).body.map(({ name }) => name)).toEqual([
    `Owner ${server.first.id}`,
  ])
})

test('changes are suggested at once: new names, a new owner, inactive records', async () => {
  const create = async (name: string) =>
    (await server.call(routes.owner.create, { body: { name } }, token)).body.id
  const [from, to] = [await create('From Moved'), await create('To Moved')]
  const draft = { name: 'Wanderer', speciesId: 2, ownerId: from }
  const { body: animal } = await server.call(routes.patient.create, { body: draft }, token)
  const put = (change: object) =>
    server.call(routes.patient.update, { body: { ...draft, id: animal.id, ...change } }, token)
  expect(await owners('wander')).toEqual(['From Moved'])
  await put({ ownerId: to })
  expect(await owners('wander')).toEqual(['To Moved'])
  await server.call(routes.owner.update, { body: { id: to, name: 'Ünal' } }, token)
  expect([await owners('unal'), await owners('to moved')]).toEqual([['Ünal'], []])
  expect([await patients('unal'), await patients('moved')]).toEqual([['Wanderer'], []])
  await put({ ownerId: to, status: 'Inactive' })
  expect([await owners('wander'), await patients('wander')]).toEqual([[], []])
  await server.call(
    routes.owner.update,
    { body: { id: to, name: 'Ünal', status: 'Inactive' } },
    token,
  )
  expect(await owners('unal')).toEqual([])
})

test('with thousands of matches, records that match themselves still come first, by name', async () => {
  const big = await insertClinic(server.unscopedDb, 'Big')
  const userId = server.first.users.staff.id
  const createdOn = server.clock().toISOString()
  const count = 1500
  const numbered = (at: number) => String((at * 7919) % count).padStart(4, '0')
  const rows = Array.from({ length: count }, (_, at) => ({
    name: `N${numbered(at)} Same`,
    search: `n${numbered(at)} same`,
    address: '',
    phone: null,
    email: null,
    clinicId: big,
    userId,
    createdOn,
    indexVersion: 1,
  }))
  const ids = []
  for (let at = 0; at < count; at += 500)
    ids.push(
      ...(await server.unscopedDb
        .insertInto('owner')
        .values(rows.slice(at, at + 500))
        .returning(['id', 'search'])
        .execute()),
    )
  for (let at = 0; at < count; at += 500)
    await server.unscopedDb
      .insertInto('ownerWord')
      .values(
        ids.slice(at, at + 500).flatMap(({ id: ownerId, search }) => [
          { clinicId: big, ownerId, word: 'same', field: 'name' as const },
          { clinicId: big, ownerId, word: search.slice(0, 5), field: 'name' as const },
          { clinicId: big, ownerId, word: 'bella', field: 'animal' as const },
        ]),
      )
      .execute()
  const root = await server.createToken(server.first.users.root.id)
  const found = async (text: string) =>
    (
      await server.call(routes.owner.suggest, { query: { text, ClinicId: big, limit: 3 } }, root)
    ).body.map(({ name }) => name)
  const first = ['N0000 Same', 'N0001 Same', 'N0002 Same']
  expect(await found('s')).toEqual(first)
  expect(await found('bel')).toEqual(first)
  expect(await found('same n149')).toEqual(['N1490 Same', 'N1491 Same', 'N1492 Same'])
  expect(await found('bella same x')).toEqual([])
})

test('number, sex and birth date distinguish animals of one owner with the same name', async () => {
  const ownerId = ownerIds.get("Pat O'Brien") ?? 0
  const born = { sex: 'Female', birthDate: '2019-05-03' } as const
  const added = [
    { name: 'Belle', patientId: 'B-1', speciesId: 1, ownerId, ...born },
    { name: 'belle', patientId: 'B-2', speciesId: 1, ownerId },
  ]
  for (const body of added) await server.call(routes.patient.create, { body }, token)
  const [pat] = (await suggest("o'br belle")).body
  expect(pat?.animals.slice(0, 2)).toEqual(['Belle (B-1 ♀ 2019-05-03)', 'belle (B-2)'])
})

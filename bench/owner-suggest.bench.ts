// Measures the owner suggestions at every keystroke, in a clinic with 50,000 owners, against a
// plain LIKE '%word%' over name, phone and e-mail, which does not even search patients. Runs on
// SQLite; with TEST_ENGINE=postgres and TEST_DATABASE_URL on PostgreSQL.
import { foldText } from '@talus/contract'
import type { ClinicId, OwnerId } from '@talus/contract'
import { ClinicDb } from '../apps/server/src/db/clinic-db.ts'
import { findWords } from '../apps/server/src/db/find-words.ts'
import { toEmailKey, toPhoneKey } from '../apps/server/src/db/listing/index.ts'
import { getOwnerWords, getPatientWords } from '../apps/server/src/db/listing/search-words.ts'
import { suggestOwners } from '../apps/server/src/features/patients/suggestions.queries.ts'
import { insertClinic, insertUser } from '../apps/server/src/testing/records/clinics-and-users.ts'
import { openTestDatabase, testEngine } from '../apps/server/src/testing/database/test-database.ts'

const count = Number(process.env.OWNERS ?? 50_000)
const batch = 500
const typedOwners = 15
const times = 3
const limitMs = 50

const { unscopedDb, close } = await openTestDatabase()
const clinicId: ClinicId = await insertClinic(unscopedDb, 'Bench')
const flags = {}
const userId = await insertUser(unscopedDb, { username: 'b', clinicId, flags, passwordHash: '-' })
const owned = { clinicId, userId, createdOn: '2026-01-01T00:00:00.000Z' }

/** Names are distributed as in a town: some are common, most are rare. */
const syllables = ['ma', 'ri', 'el', 'to', 'sa', 'ne', 'ba', 'lo', 'ki', 'du', 'fré', 'gau', 'thi']
let seed = 20_260_301
const random = (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
  return Math.floor((seed / 0x80_00_00_00) * below)
}
const createName = (kinds: number) => {
  let number = Math.floor((random(1000) * random(1000) * kinds) / 1_000_000)
  let text = ''
  do {
    text += syllables[number % syllables.length]
    number = Math.floor(number / syllables.length)
  } while (number > 0 || text.length < 4)
  return text[0]?.toUpperCase() + text.slice(1)
}
const hosts = ['gmail.com', 'gmail.com', 'hotmail.com', 'example.ca']

interface GeneratedOwner {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly animals: readonly string[]
}
const generatedOwners: GeneratedOwner[] = Array.from({ length: count }, (_, at) => {
  const full = `${createName(800)} ${createName(9000)}`.slice(0, 25)
  const mail = `${foldText(full).replace(' ', '.')}${at}@${hosts[random(hosts.length)]}`
  const phone = `${['514', '438', '450'][random(3)]}-${200 + random(800)}-${String(at % 10_000).padStart(4, '0')}`
  return {
    name: full,
    phone,
    email: mail,
    animals: at % 3 === 0 ? [createName(300), createName(300)] : [createName(300)],
  }
})

async function fill() {
  for (let at = 0; at < count; at += batch)
    await unscopedDb.transaction().execute(async (unscopedDb) => {
      const some = generatedOwners.slice(at, at + batch)
      const ids = await unscopedDb
        .insertInto('owner')
        .values(
          some.map((owner, index) => ({
            ...owned,
            name: owner.name,
            search: foldText(owner.name),
            address: '',
            phone: owner.phone,
            email: owner.email,
            // Some owners share a number here, so the unique key gets a suffix.
            phoneKey: `${toPhoneKey(owner.phone)}${at + index}`,
            emailKey: toEmailKey(owner.email),
            indexVersion: 1,
          })),
        )
        .returning('id')
        .execute()
      const idOf = (index: number): OwnerId => ids[index]?.id ?? (0 as OwnerId)
      const words = some.flatMap((owner, index) =>
        getOwnerWords([{ ...owner, nameGroups: '' }], owner.animals).map((word) => ({
          ...word,
          clinicId,
          ownerId: idOf(index),
        })),
      )
      for (let from = 0; from < words.length; from += 2000)
        await unscopedDb
          .insertInto('ownerWord')
          .values(words.slice(from, from + 2000))
          .execute()
      const animals = some.flatMap((owner, index) =>
        owner.animals.map((animal, place) => ({
          name: animal,
          ownerId: idOf(index),
          code: `P-${at + index}-${place}`,
          owner: owner.name,
        })),
      )
      const patients = await unscopedDb
        .insertInto('patient')
        .values(
          animals.map((animal) => ({
            ...owned,
            name: animal.name,
            search: foldText(animal.name),
            patientId: animal.code,
            accessionCode: animal.code,
            speciesId: 1,
            sex: null,
            birthDate: null,
            breedId: null,
            description: '',
            ownerId: animal.ownerId,
            indexVersion: 1,
          })),
        )
        .returning(['id', 'name'])
        .execute()
      const patientRows = patients.flatMap(({ id: patientId, name }, index) =>
        getPatientWords(
          [{ name, nameGroups: '', patientId: animals[index]?.code ?? '', accessionCode: '' }],
          {
            owners: [animals[index]?.owner ?? ''],
            breed: null,
          },
        ).map((word) => ({ ...word, clinicId, patientId })),
      )
      for (let from = 0; from < patientRows.length; from += 2000)
        await unscopedDb
          .insertInto('patientWord')
          .values(patientRows.slice(from, from + 2000))
          .execute()
    })
}

/** The text in the search field after each key press. */
const listKeystrokes = (text: string) =>
  Array.from(text, (_, at) => text.slice(0, at + 1)).filter((typed) => !typed.endsWith(' '))

const db = new ClinicDb(unscopedDb, [clinicId])
const plain = (typed: string) =>
  db
    .selectFrom('owner')
    .select(['owner.id', 'owner.name', 'owner.phone', 'owner.email', 'owner.address'])
    .where('owner.status', '=', 'Active')
    .where(findWords(typed, ['owner.search', 'owner.phone', 'owner.emailKey']))
    .orderBy('owner.search')
    .orderBy('owner.id')
    .limit(8)
    .execute()

/** The shortest of a few runs, which excludes other load of the computer. */
async function measureBest(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity
  for (let time = 0; time < times; time += 1) {
    const started = performance.now()
    await work()
    least = Math.min(least, performance.now() - started)
  }
  return least
}

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)] ?? 0
const formatTimes = (values: readonly number[]) =>
  `p50 ${percentile(values, 0.5).toFixed(1).padStart(6)}  p99 ${percentile(values, 0.99).toFixed(1).padStart(6)}  most ${percentile(values, 1).toFixed(1).padStart(6)} ms`

try {
  await fill()
  const some = Array.from({ length: typedOwners }, () => generatedOwners[random(count)]).flatMap(
    (owner) => owner ?? [],
  )
  const kinds = {
    name: some.flatMap(({ name }) => listKeystrokes(name)),
    phone: some.flatMap(({ phone }) => listKeystrokes(phone.replaceAll('-', ' '))),
    'e-mail': some.slice(0, 8).flatMap(({ email }) => listKeystrokes(email)),
    animal: some.flatMap(({ animals }) => listKeystrokes(animals[0] ?? '')),
    'name and animal': some.flatMap(({ name, animals }) =>
      listKeystrokes(`${name.split(' ')[1]} ${animals[0]}`),
    ),
    'inside of a word': some.flatMap(({ name }) =>
      listKeystrokes(name.split(' ')[1]?.slice(2) ?? ''),
    ),
    'no match': ['x', 'xyz', 'zzzz', 'ma xyz', 'gmail zz', '0000000000', 'gmail.com hotmail.com'],
  }
  const all = { ours: [] as number[], plain: [] as number[] }
  let slowest = { ms: 0, typed: '' }
  for (const [kind, typed] of Object.entries(kinds)) {
    const ours: number[] = []
    const theirs: number[] = []
    for (const text of typed) {
      const ms = await measureBest(() => suggestOwners(db, { clinicId, text, limit: 8 }))
      ours.push(ms)
      if (ms > slowest.ms) slowest = { ms, typed: text }
      theirs.push(await measureBest(() => plain(text)))
    }
    all.ours.push(...ours)
    all.plain.push(...theirs)
    console.log(`${kind} (${typed.length} keystrokes)`)
    console.log(`  words ${formatTimes(ours)}`)
    console.log(`  LIKE  ${formatTimes(theirs)}`)
  }
  console.log(`${testEngine}, ${all.ours.length} keystrokes, ${count} owners`)
  console.log(`  words ${formatTimes(all.ours)}`)
  console.log(`  LIKE  ${formatTimes(all.plain)}`)
  for (const part of [0.5, 0.99])
    console.log(
      `  p${part * 100} ratio ${(percentile(all.ours, part) / percentile(all.plain, part)).toFixed(2)}`,
    )
  console.log(`  slowest: ${JSON.stringify(slowest.typed)} ${slowest.ms.toFixed(1)} ms`)
  if (percentile(all.ours, 0.99) > limitMs) process.exitCode = 1
} finally {
  await close()
}

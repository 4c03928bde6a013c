import { ReassignmentId, routes } from '@talus/contract'
import type { ImageId, PatientId, PatientMergeField, StudyId } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createImageFile } from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { createClinicWithImages } from '../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/images/clinic-with-images.ts'
import { createSmtpError, startMailServer } from '../../testing/mail/mail-server.ts'
import { insertUser } from '../../testing/records/clinics-and-users.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let clinic: ClinicWithImages
let token: string
let adaId: PatientId
let bobId: PatientId
let studyId: StudyId
let imageIds: ImageId[]
const minuteMs = 60_000

const radiograph = createImageFile(
  { columns: 300, rows: 200, bitsStored: 12 },
  new Uint8Array(new Uint16Array(60_000).buffer),
)

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://images.clinic.example/vue' })
})
afterAll(() => server.close())
let clinics = 0
beforeEach(async () => {
  clinics += 1
  clinic = await createClinicWithImages(server, `Former owners ${clinics}`)
  const { unscopedDb, passwordHash } = server
  const flags = { operator: true, clinicAdmin: true }
  const user = { username: `links.${clinics}`, clinicId: clinic.id, flags, passwordHash }
  token = await server.createToken(await insertUser(unscopedDb, user))
  adaId = await clinic.addPatient('Ada', undefined, await clinic.addOwner('Ames'))
  bobId = await clinic.addPatient('Bob', undefined, await clinic.addOwner('Burns'))
  studyId = await clinic.addStudy(adaId)
  imageIds = [await clinic.addImage({ studyId, bytes: radiograph })]
})

async function share(ids = imageIds): Promise<string> {
  const reply = await server.call(routes.share.create, { body: { imageIds: ids } }, token)
  expect(reply.status).toBe(200)
  return new URL(reply.body.url).pathname
}
const open = async (path: string) => {
  const { statusCode, body } = await server.app.inject({ url: path })
  return { statusCode, body }
}
const trail = async () =>
  server.unscopedDb
    .selectFrom('auditEvent')
    .select(['subject', 'after'])
    .where('action', '=', 'share.revoke')
    .where('clinicId', '=', clinic.id)
    .execute()

async function move(patientId: PatientId) {
  const query = { studyId, patientId }
  const { body } = await server.call(routes.reassign.compareStudy, { query }, token)
  const wanted = { ...query, revision: body.revision }
  const reply = await server.call(routes.reassign.moveStudy, { body: wanted }, token)
  expect(reply.status).toBe(200)
  return { id: reply.body.id, links: body.links }
}
const undo = (id: number) =>
  server.call(routes.reassign.undo, { params: { id: ReassignmentId.parse(id) } }, token)
async function merge(keepId: PatientId, mergeId: PatientId, take: PatientMergeField[] = []) {
  const query = { keepId, mergeId }
  const { body } = await server.call(routes.reassign.comparePatients, { query }, token)
  const wanted = { ...query, take, revision: body.revision }
  const reply = await server.call(routes.reassign.mergePatients, { body: wanted }, token)
  expect(reply.status).toBe(200)
  return [body.keepLinks, body.mergeLinks]
}

test('the links of a study stop working when it gets an animal of another owner, and when that is undone', async () => {
  const paths = [await share(), await share()]
  const unknown = await open(`/vue/shared/${'x'.repeat(43)}`)
  const moved = await move(bobId)
  expect(moved.links).toBe(2)
  for (const path of paths) {
    const page = await open(path)
    // Like a link that never existed: neither animal nor owner is named.
    expect(page).toEqual(unknown)
    expect(page.body).not.toMatch(/Ada|Bob|Burns/u)
  }
  const event = { subject: 'Ada', after: { studyId, because: 'owner' } }
  expect(await trail()).toEqual([event, event])
  const ofBob = await share()
  expect((await open(ofBob)).body).toContain('Bob')
  expect((await undo(moved.id)).status).toBe(200)
  expect(await open(ofBob)).toEqual(unknown)
  expect(await open(paths[0] ?? '')).toEqual(unknown)
})

test('links stay open when a study moves to another animal of the same owner', async () => {
  const { ownerId } = await server.unscopedDb
    .selectFrom('patient')
    .select('ownerId')
    .where('id', '=', adaId)
    .executeTakeFirstOrThrow()
  const sister = await clinic.addPatient('Ava', undefined, ownerId)
  const path = await share()
  expect((await move(sister)).links).toBe(0)
  expect((await open(path)).statusCode).toBe(200)
})

test('a merge closes the links of the owner that is given up', async () => {
  const path = await share()
  const bobStudy = await clinic.addStudy(bobId)
  const ofBob = await share([await clinic.addImage({ studyId: bobStudy, bytes: radiograph })])
  expect(await merge(bobId, adaId)).toEqual([1, 1])
  expect((await open(path)).statusCode).toBe(404)
  expect((await open(ofBob)).statusCode).toBe(200)
})

test('an animal that is given to another owner closes its links, in either way', async () => {
  const ownerId = await clinic.addOwner('Cole')
  const path = await share()
  const body = { id: adaId, name: 'Ada', speciesId: 1, ownerId }
  expect((await server.call(routes.patient.update, { body }, token)).status).toBe(200)
  expect((await open(path)).statusCode).toBe(404)
  const second = await share()
  const query = { patientId: adaId, ownerId: await clinic.addOwner('Dunn') }
  const compared = await server.call(routes.reassign.compareOwnerOfPatient, { query }, token)
  expect(compared.body.links).toBe(1)
  const wanted = { ...query, revision: compared.body.revision }
  const moved = await server.call(routes.reassign.movePatient, { body: wanted }, token)
  expect(moved.status).toBe(200)
  expect((await open(second)).statusCode).toBe(404)
})

test('an email that waits is not sent after its study got another owner, not even after an undo', async () => {
  let isOpen = false
  const smtp = await startMailServer({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'x' }),
    onRcptTo: (_address, _session, done) =>
      isOpen ? done() : done(createSmtpError(451, '4.7.1 Greylisted, come back')),
  })
  try {
    const password = server.secrets.seal('Mailbox-1')
    const mailbox = { email: 'images@clinic.example', hostName: '127.0.0.1', smtpPort: smtp.port }
    const { id: emailConfigId } = await server.unscopedDb
      .insertInto('emailConfig')
      .values({ clinicId: clinic.id, ...mailbox, password })
      .returning('id')
      .executeTakeFirstOrThrow()
    const send = (emailSubject: string, appendDownoadLinkCheckbox: boolean) =>
      server.call(
        routes.emailConfig.send,
        {
          body: {
            emailConfigId,
            imageIdList: imageIds,
            emailReceiver: ['owner@example.com'],
            emailSubject,
            appendDownoadLinkCheckbox,
          },
        },
        token,
      )
    for (const reply of [await send('Attached', false), await send('Linked', true)])
      expect(reply.body.waiting).toHaveLength(1)
    const { id } = await move(bobId)
    isOpen = true
    server.advanceClock(6 * minuteMs)
    const listStates = async () =>
      (
        await server.unscopedDb
          .selectFrom('job')
          .select(['state', 'lastError'])
          .where('kind', '=', 'email.from-clinic')
          .execute()
      ).map(({ state, lastError }) => `${state} ${lastError}`)
    const failed = 'failed share/outdated'
    await expect.poll(listStates, { timeout: 10_000 }).toEqual([failed, failed])
    // The link of this one was revoked although the study is back.
    isOpen = false
    await undo(id)
    expect((await send('Again', true)).body.waiting).toHaveLength(1)
    const second = await move(bobId)
    await undo(second.id)
    isOpen = true
    server.advanceClock(6 * minuteMs)
    await expect.poll(listStates, { timeout: 10_000 }).toEqual([failed, failed, failed])
    expect(smtp.received).toEqual([])
  } finally {
    await smtp.close()
  }
})

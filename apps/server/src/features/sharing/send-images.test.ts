import { routes } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { imageFile } from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { clinicWithImages } from '../../testing/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/clinic-with-images.ts'
import { refusal, startMailServer, whenRead } from '../../testing/mail-server.ts'
import type { Received } from '../../testing/mail-server.ts'
import { freePort } from '../../testing/peers.ts'
import { insertUser } from '../../testing/people.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: ClinicWithImages
let clinicName: string
let clinics = 0
let token: string
let studyId: StudyId
let imageIds: ImageId[]
let emailConfigId: number
/** What every picture is made of, where a test wants to say how large they are. */
let pictureBytes: number | undefined
/** Ends every line to the mail server at once. */
let hangUp: () => void
const closing: (() => Promise<unknown>)[] = []
const email = 'images@clinic.example'
const password = 'Mailbox-sécret-1'
const minuteMs = 60_000

const radiograph = imageFile(
  { columns: 300, rows: 200, bitsStored: 12 },
  new Uint8Array(Uint16Array.from({ length: 60_000 }, (_, at) => at % 4096).buffer),
)

beforeAll(async () => {
  server = await testServer(
    { PUBLIC_URL: 'https://images.clinic.example/vue' },
    {
      aroundPictures: (pictures) => ({
        ...pictures,
        renderStored: async (source, options) =>
          pictureBytes === undefined
            ? pictures.renderStored(source, options)
            : Buffer.alloc(pictureBytes, 7),
      }),
    },
  )
})
afterAll(() => server.close())
beforeEach(async () => {
  pictureBytes = undefined
  clinicName = `Clinique, “d’Été” ${(clinics += 1)}`
  clinic = await clinicWithImages(server, clinicName)
  const { unscopedDb, passwordHash } = server
  await unscopedDb.deleteFrom('job').execute()
  for (const key of await outbox()) await server.files.remove(key)
  await unscopedDb.updateTable('clinic').set({ lang: 'fr' }).where('id', '=', clinic.id).execute()
  const user = {
    username: `mailer.${clinic.id}`,
    clinicId: clinic.id,
    flags: { operator: true },
    passwordHash,
  }
  token = await server.tokenOf(await insertUser(unscopedDb, user))
  studyId = await clinic.addStudy(await clinic.addPatient('Réx <b>'))
  imageIds = [
    await clinic.addImage({ studyId, bytes: radiograph }),
    await clinic.addImage({ studyId, bytes: radiograph, bodyPart: 'Pelvis' }),
  ]
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A mail server that asks for the password, and the clinic's mailbox on it. */
async function mailbox(options: SMTPServerOptions = {}, stored: string | null = password) {
  const smtp = await startMailServer({
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.username === email && auth.password === password
        ? done(null, { user: email })
        : done(refusal(535, '5.7.8 Authentication failed')),
    ...options,
  })
  hangUp = smtp.hangUp
  closing.push(smtp.close)
  await setUp(smtp.port, stored)
  return smtp.received
}
async function setUp(smtpPort: number, stored: string | null = password) {
  const sealed = stored === null ? null : server.secrets.seal(stored)
  await server.unscopedDb.deleteFrom('emailConfig').where('clinicId', '=', clinic.id).execute()
  const values = { clinicId: clinic.id, email, hostName: '127.0.0.1', smtpPort, password: sealed }
  const { id } = await server.unscopedDb
    .insertInto('emailConfig')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  emailConfigId = id
}

interface Form {
  readonly imageIdList?: number[]
  readonly emailReceiver?: string[]
  readonly emailSubject?: string
  readonly emailBody?: string
  readonly appendDownoadLinkCheckbox?: boolean
  readonly linkDays?: number
  readonly linkPin?: string
}
const send = (form: Form = {}, by = token) =>
  server.call(
    routes.emailConfig.send,
    {
      body: { emailConfigId, imageIdList: imageIds, emailReceiver: ['owner@example.com'], ...form },
    },
    by,
  )
const parse = (mail: Received | undefined) => PostalMime.parse(mail?.raw ?? '')
const jobs = () => server.unscopedDb.selectFrom('job').selectAll().orderBy('id').execute()
const outbox = async () => {
  const keys: string[] = []
  for await (const { key } of server.files.list('outbox')) keys.push(key)
  return keys
}
const trail = (action = 'image.email') =>
  server.unscopedDb
    .selectFrom('auditEvent')
    .selectAll()
    .where('action', '=', action)
    .where('clinicId', '=', clinic.id)
    .orderBy('id')
    .execute()

describe('a mail with images', () => {
  test('comes from the clinic, to each one alone, with the pictures in it', async () => {
    const received = await mailbox()
    const emailReceiver = ['owner@example.com', 'vet@example.com', 'owner@example.com']
    const answer = await send({ emailReceiver, emailBody: 'Bonjour,\n\n1 < 2 & <script>' })
    expect(answer).toMatchObject({
      status: 200,
      body: { sent: expect.arrayContaining(['owner@example.com', 'vet@example.com']), waiting: [] },
    })
    expect(received).toHaveLength(2)
    for (const { envelope } of received) expect(envelope.rcptTo).toHaveLength(1)
    const mail = await parse(
      received.find(({ envelope }) => envelope.rcptTo[0]?.address === 'owner@example.com'),
    )
    expect(mail).toMatchObject({
      subject: 'Images',
      from: { name: clinicName, address: email },
      to: [{ address: 'owner@example.com' }],
    })
    expect(received.map(({ raw }) => raw.toString()).join('')).not.toContain('Auto-Submitted')
    expect(mail.text).toContain('Bonjour,\n\n1 < 2 & <script>')
    expect(mail.text).toContain('Images de Réx <b>, 10 février 2026')
    expect(mail.text).toContain('2 images sont jointes')
    expect(mail.html).toContain('1 &lt; 2 &amp; &lt;script&gt;')
    expect(mail.html).not.toMatch(/<script|<b>/u)
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([
      '01 Chest-LAT.jpg',
      '02 Pelvis-LAT.jpg',
    ])
    const { content } = mail.attachments[0] ?? { content: new ArrayBuffer() }
    expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 300 })
    const ids = await Promise.all(received.map(async (one) => (await parse(one)).messageId))
    expect(new Set(ids).size).toBe(2)
    expect(await outbox()).toEqual([])
    const events = await trail()
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      entityId: studyId,
      after: { images: 2, recipients: 2, attached: 2, link: false },
    })
    expect(JSON.stringify(events)).not.toMatch(/Bonjour|example\.com/u)
  })

  test('brings a link that works, and the table of jobs cannot tell it', async () => {
    let stored = ''
    const look = async (done: () => void) => {
      stored = JSON.stringify(await jobs())
      done()
    }
    const received = await mailbox({
      onRcptTo: (_address, _session, done) => void look(done),
    })
    const form = { appendDownoadLinkCheckbox: true, linkDays: 3, linkPin: '4711' }
    expect((await send(form)).status).toBe(200)
    const mail = await parse(received[0])
    const [url = ''] =
      /https:\/\/images\.clinic\.example\/vue\/shared\/[\w-]{43}/u.exec(mail.text ?? '') ?? []
    expect(mail.html).toContain(`href="${url}"`)
    expect(mail.text).toContain('jusqu’au 5 mars 2026')
    expect(mail.text).toContain('Un NIP vous sera demandé')
    expect(mail.text).not.toContain('4711')
    expect(stored).toContain('owner@example.com')
    expect(stored).not.toContain(url.slice(-43))
    const page = await server.app.inject({ url: new URL(url).pathname })
    expect([page.statusCode, page.body.includes('Enter your PIN')]).toEqual([200, true])
    const list = await server.call(routes.share.ofStudy, { query: { studyId } }, token)
    expect(list.body).toMatchObject([{ recipients: ['owner@example.com'], imageCount: 2 }])
  })

  test('without images is a mail all the same, but a link needs some', async () => {
    const received = await mailbox()
    expect((await send({ imageIdList: [], emailBody: 'Merci' })).status).toBe(200)
    expect((await parse(received[0])).attachments).toEqual([])
    const answer = await send({ imageIdList: [], appendDownoadLinkCheckbox: true })
    expect([answer.status, answer.error.code, answer.error.message]).toEqual([
      400,
      'share/no-images',
      'Please select images before sending email!',
    ])
    expect((await send({ emailReceiver: [] })).status).toBe(400)
    expect(received).toHaveLength(1)
  })

  test('that is too large is refused, or sent with the link alone', async () => {
    const received = await mailbox()
    pictureBytes = 9 * 1024 * 1024
    const answer = await send()
    expect([answer.status, answer.error.code]).toEqual([413, 'share/too-large'])
    expect(answer.error.message).toContain('17 MB')
    expect([await outbox(), await jobs(), received]).toEqual([[], [], []])
    expect((await send({ appendDownoadLinkCheckbox: true })).status).toBe(200)
    const mail = await parse(received[0])
    expect([mail.attachments.length, mail.text?.includes('trop volumineuses')]).toEqual([0, true])
  })

  test('writes no header of its own, whatever was typed', async () => {
    const received = await mailbox()
    const emailSubject = 'Images\r\nBcc: thief@example.com\r\n\r\n<html>'
    expect(
      (await send({ emailSubject, emailBody: '.\r\nRCPT TO:<thief@example.com>\r\n.' })).status,
    ).toBe(200)
    const mail = await parse(received[0])
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.subject).toBe('Images Bcc: thief@example.com <html>')
    expect(mail.text).toContain('.\nRCPT TO:<thief@example.com>\n.')
    expect(received.map(({ envelope }) => envelope.rcptTo.length)).toEqual([1])
    for (const wrong of [
      'a@b',
      'a@example.com, b@example.com',
      'a@example.com\r\nRCPT TO:<x@y.z>',
      '"a b"@example.com',
      '<a@example.com>',
    ])
      expect([wrong, (await send({ emailReceiver: [wrong] })).status]).toEqual([wrong, 400])
  })

  test('takes no image or mailbox of another clinic', async () => {
    const received = await mailbox()
    const { records, people } = server.second
    const foreign = await send({ imageIdList: [...imageIds, records.imageId] })
    expect([foreign.status, foreign.error.code]).toEqual([404, 'record/not-found'])
    const stranger = await server.tokenOf(people.clinicAdmin.id)
    expect((await send({ imageIdList: [] }, stranger)).status).toBe(404)
    // Who reaches both clinics still does not send the one's images from the other's mailbox.
    const root = await server.tokenOf(server.first.people.root.id)
    expect((await send({ imageIdList: [records.imageId] }, root)).status).toBe(404)
    const rejected = await clinic.addImage({ studyId, bytes: radiograph, isRejected: true })
    expect((await send({ imageIdList: [rejected] })).status).toBe(404)
    expect([received, await jobs(), await trail()]).toEqual([[], [], []])
  })
})

describe('a second click', () => {
  test('sends nothing twice, at once or a moment later', async () => {
    const received = await mailbox()
    const form = { appendDownoadLinkCheckbox: true }
    const answers = await Promise.all([send(form), send(form), send(form)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await send(form)).body).toEqual({ sent: ['owner@example.com'], waiting: [] })
    expect(received).toHaveLength(1)
    expect([(await trail()).length, (await trail('share.create')).length]).toEqual([1, 1])
    expect((await send({ ...form, emailBody: 'Another' })).status).toBe(200)
    server.pass(3 * minuteMs)
    expect((await send(form)).status).toBe(200)
    expect(received).toHaveLength(3)
  })

  test('after a failure tries again', async () => {
    let isOpen = false
    const received = await mailbox({
      onRcptTo: (_address, _session, done) =>
        isOpen ? done() : done(refusal(550, '5.1.1 No such user')),
    })
    expect((await send()).status).toBe(424)
    isOpen = true
    expect((await send()).status).toBe(200)
    expect(received).toHaveLength(1)
  })
})

describe('a mail server', () => {
  test('that asks for patience gets the mail later, and the answer says so', async () => {
    let tries = 0
    const received = await mailbox({
      onRcptTo: (_address, _session, done) =>
        (tries += 1) === 1 ? done(refusal(451, '4.7.1 Greylisted, come back')) : done(),
    })
    const answer = await send()
    expect(answer.status).toBe(200)
    expect(answer.body.sent).toEqual([])
    expect(answer.body.waiting).toMatchObject([
      { recipient: 'owner@example.com', reason: expect.stringContaining('Greylisted') },
    ])
    expect(await outbox()).toHaveLength(2)
    server.pass(6 * minuteMs)
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1)
    expect((await parse(received[0])).attachments).toHaveLength(2)
    await expect.poll(async () => (await jobs())[0]?.state).toBe('done')
  })

  test('that refuses for good is quoted, and the link is closed again', async () => {
    const received = await mailbox({
      onRcptTo: (_address, _session, done) => done(refusal(550, '5.1.1 No such user')),
    })
    const answer = await send({ appendDownoadLinkCheckbox: true })
    expect([answer.status, answer.error.code]).toEqual([424, 'email/recipient-refused'])
    expect(answer.error.message).toMatch(
      /owner@example\.com as the recipient: 550 5\.1\.1 No such user/u,
    )
    expect([(await jobs()).map(({ state }) => state), await outbox()]).toEqual([['failed'], []])
    const list = await server.call(routes.share.ofStudy, { query: { studyId } }, token)
    expect(list.body).toMatchObject([{ revokedOn: expect.any(String) }])
    server.pass(120 * minuteMs)
    expect(received).toEqual([])
  })

  test('that refuses one of several is quoted with his name', async () => {
    const received = await mailbox({
      onRcptTo: ({ address }, _session, done) =>
        address.startsWith('wrong') ? done(refusal(550, '5.1.1 No such user')) : done(),
    })
    const answer = await send({ emailReceiver: ['right@example.com', 'wrong@example.com'] })
    expect([answer.status, answer.error.code]).toEqual([424, 'share/partly-sent'])
    expect(answer.error.message).toMatch(/^Not sent to wrong@example\.com\. .*No such user/u)
    expect(received).toHaveLength(1)
  })

  test('that hangs up after the message may get it again, under the same number', async () => {
    const ids: string[] = []
    await mailbox({
      onData: whenRead((raw, _session, done) => {
        ids.push(/^Message-ID: (.*)$/imu.exec(raw.toString())?.[1] ?? '')
        // It has the message, and the line is gone before it could say so.
        if (ids.length === 1) hangUp()
        else done()
      }),
    })
    const answer = await send()
    expect(answer.status).toBe(200)
    expect(answer.body.waiting).toHaveLength(1)
    server.pass(6 * minuteMs)
    await expect.poll(() => ids.length, { timeout: 10_000 }).toBe(2)
    expect(ids[0]).toMatch(/^<[\da-f-]{36}@clinic\.example>/u)
    expect(ids[1]).toBe(ids[0])
  })

  test('that does not know the password, or is not there, is told in words', async () => {
    await mailbox({}, 'wrong')
    const wrong = await send()
    expect([wrong.status, wrong.error.code]).toEqual([424, 'email/sign-in-refused'])
    await setUp(1, null)
    const query = { ClinicId: clinic.id }
    const { body } = await server.call(routes.emailConfig.ofClinic, { query }, token)
    expect(body).toMatchObject([{ id: emailConfigId, hasPassword: false }])
    const none = await send()
    expect([none.status, none.error.code]).toEqual([424, 'email/no-password'])
    await setUp(await freePort())
    const gone = await send()
    expect(gone.status).toBe(200)
    expect(gone.body.waiting[0]?.reason).toContain('refused the connection')
  })

  test('that gives up on a mail later leaves that in the trail', async () => {
    let tries = 0
    await mailbox({
      onRcptTo: (_address, _session, done) =>
        done((tries += 1) === 1 ? refusal(451, '4.7.1 Later') : refusal(550, '5.7.1 Never')),
    })
    await send()
    server.pass(6 * minuteMs)
    await expect.poll(async () => (await jobs())[0]?.state, { timeout: 10_000 }).toBe('failed')
    const [, event] = await trail()
    expect(event).toMatchObject({
      entityId: studyId,
      username: `mailer.${clinic.id}`,
      after: { recipient: 'owner@example.com', result: 'email/recipient-refused' },
    })
  })
})

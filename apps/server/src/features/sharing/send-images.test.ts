import { routes } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createImageFile } from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { createClinicWithImages } from '../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/images/clinic-with-images.ts'
import { createSmtpError, startMailServer, onCompleteMail } from '../../testing/mail/mail-server.ts'
import type { ReceivedMail } from '../../testing/mail/mail-server.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { insertUser } from '../../testing/records/clinics-and-users.ts'
import { createReporter } from '../../testing/records/reports.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let clinic: ClinicWithImages
let clinicName: string
let clinics = 0
let token: string
let studyId: StudyId
let imageIds: ImageId[]
let emailConfigId: number
/** The size of every rendered JPEG, if a test sets it. */
let jpegBytes: number | undefined
/** Closes all connections to the mail server at once. */
let disconnect: () => void
const closing: (() => Promise<unknown>)[] = []
const email = 'images@clinic.example'
const password = 'Mailbox-sécret-1'
const minuteMs = 60_000

const radiograph = createImageFile(
  { columns: 300, rows: 200, bitsStored: 12 },
  new Uint8Array(Uint16Array.from({ length: 60_000 }, (_, at) => at % 4096).buffer),
)

beforeAll(async () => {
  server = await startTestServer(
    { PUBLIC_URL: 'https://images.clinic.example/vue' },
    {
      wrapRenderPool: (renderPool) => ({
        ...renderPool,
        renderStored: async (source, options) =>
          jpegBytes === undefined
            ? renderPool.renderStored(source, options)
            : Buffer.alloc(jpegBytes, 7),
      }),
    },
  )
})
afterAll(() => server.close())
beforeEach(async () => {
  jpegBytes = undefined
  clinicName = `Clinique, “d’Été” ${(clinics += 1)}`
  clinic = await createClinicWithImages(server, clinicName)
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
  token = await server.createToken(await insertUser(unscopedDb, user))
  studyId = await clinic.addStudy(await clinic.addPatient('Réx <b>'))
  imageIds = [
    await clinic.addImage({ studyId, bytes: radiograph }),
    await clinic.addImage({ studyId, bytes: radiograph, bodyPart: 'Pelvis' }),
  ]
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A mail server that requires the password, and the clinic's mailbox on it. */
async function startMailbox(options: SMTPServerOptions = {}, stored: string | null = password) {
  const smtp = await startMailServer({
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.username === email && auth.password === password
        ? done(null, { user: email })
        : done(createSmtpError(535, '5.7.8 Authentication failed')),
    ...options,
  })
  disconnect = smtp.disconnectAll
  closing.push(smtp.close)
  await configureMailbox(smtp.port, stored)
  return smtp.received
}
async function configureMailbox(smtpPort: number, stored: string | null = password) {
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
const parse = (mail: ReceivedMail | undefined) => PostalMime.parse(mail?.raw ?? '')
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

describe('an email with images', () => {
  test('is sent from the clinic to each recipient separately, with the JPEGs attached', async () => {
    const received = await startMailbox()
    const emailReceiver = ['owner@example.com', 'vet@example.com', 'owner@example.com']
    const response = await send({ emailReceiver, emailBody: 'Bonjour,\n\n1 < 2 & <script>' })
    expect(response).toMatchObject({
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
    expect(mail.text).toContain('Images\u{A0}: Réx <b>, 10 février 2026')
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

  test('has a report of the study attached as PDF', async () => {
    const received = await startMailbox()
    const writer = await createReporter(server, clinic.id, `writer.${clinic.id}`)
    const pdfFile = [new File(['%PDF-1.7\nreport <</Type /Page>>\n%%EOF'], 'x.pdf')]
    const fields = { studyId, fileName: 'Réx.pdf' }
    const uploaded = await server.call(
      routes.study.uploadReport,
      { form: { fields, files: { pdfFile } } },
      writer,
    )
    const [first = 0] = imageIds
    expect((await send({ imageIdList: [first, uploaded.body.imageId] })).status).toBe(200)
    const { attachments } = await parse(received[0])
    expect(attachments).toMatchObject([
      { mimeType: 'image/jpeg' },
      { filename: 'Réx.pdf', mimeType: 'application/pdf' },
    ])
    const { content } = attachments[1] ?? { content: '' }
    expect(Buffer.from(content as ArrayBuffer).toString()).toContain('%PDF-1.7\nreport')
  })

  test('contains a working link, which is not readable in the job table', async () => {
    let stored = ''
    const readJobs = async (done: () => void) => {
      stored = JSON.stringify(await jobs())
      done()
    }
    const received = await startMailbox({
      onRcptTo: (_address, _session, done) => void readJobs(done),
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

  test('may have no images, unless it has a link', async () => {
    const received = await startMailbox()
    expect((await send({ imageIdList: [], emailBody: 'Merci' })).status).toBe(200)
    expect((await parse(received[0])).attachments).toEqual([])
    const response = await send({ imageIdList: [], appendDownoadLinkCheckbox: true })
    expect([response.status, response.error.code, response.error.message]).toEqual([
      400,
      'share/no-images',
      'Please select images before sending email!',
    ])
    expect((await send({ emailReceiver: [] })).status).toBe(400)
    expect(received).toHaveLength(1)
  })

  test('that is too large is refused, or sent with the link only', async () => {
    const received = await startMailbox()
    jpegBytes = 9 * 1024 * 1024
    const response = await send()
    expect(response).toRefuse('share/too-large')
    expect(response.error.message).toContain('17 MB')
    expect([await outbox(), await jobs(), received]).toEqual([[], [], []])
    expect((await send({ appendDownoadLinkCheckbox: true })).status).toBe(200)
    const mail = await parse(received[0])
    expect([mail.attachments.length, mail.text?.includes('trop volumineuses')]).toEqual([0, true])
  })

  test('cannot inject headers through subject or body', async () => {
    const received = await startMailbox()
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

  test('cannot use images or the mailbox of another clinic', async () => {
    const received = await startMailbox()
    const { records, users } = server.second
    const foreign = await send({ imageIdList: [...imageIds, records.imageId] })
    expect(foreign).toRefuse('record/not-found')
    const stranger = await server.createToken(users.clinicAdmin.id)
    expect((await send({ imageIdList: [] }, stranger)).status).toBe(404)
    // A user of both clinics must not send images of one from the mailbox of the other.
    const root = await server.createToken(server.first.users.root.id)
    expect((await send({ imageIdList: [records.imageId] }, root)).status).toBe(404)
    const rejected = await clinic.addImage({ studyId, bytes: radiograph, isRejected: true })
    expect((await send({ imageIdList: [rejected] })).status).toBe(404)
    expect([received, await jobs(), await trail()]).toEqual([[], [], []])
  })
})

describe('sending the same images again', () => {
  test('sends no second email, concurrently or a moment later', async () => {
    const received = await startMailbox()
    const form = { appendDownoadLinkCheckbox: true }
    const responses = await Promise.all([send(form), send(form), send(form)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await send(form)).body).toEqual({ sent: ['owner@example.com'], waiting: [] })
    expect(received).toHaveLength(1)
    expect([(await trail()).length, (await trail('share.create')).length]).toEqual([1, 1])
    expect((await send({ ...form, emailBody: 'Another' })).status).toBe(200)
    server.advanceClock(3 * minuteMs)
    expect((await send(form)).status).toBe(200)
    expect(received).toHaveLength(3)
  })

  test('sends the email if the first attempt failed', async () => {
    let isOpen = false
    const received = await startMailbox({
      onRcptTo: (_address, _session, done) =>
        isOpen ? done() : done(createSmtpError(550, '5.1.1 No such user')),
    })
    expect((await send()).status).toBe(424)
    isOpen = true
    expect((await send()).status).toBe(200)
    expect(received).toHaveLength(1)
  })
})

describe('sending images through a mail server', () => {
  test('that refuses temporarily delivers the email later, and the response says so', async () => {
    let tries = 0
    const received = await startMailbox({
      onRcptTo: (_address, _session, done) =>
        (tries += 1) === 1 ? done(createSmtpError(451, '4.7.1 Greylisted, come back')) : done(),
    })
    const response = await send()
    expect(response.status).toBe(200)
    expect(response.body.sent).toEqual([])
    expect(response.body.waiting).toMatchObject([
      { recipient: 'owner@example.com', reason: expect.stringContaining('Greylisted') },
    ])
    expect(await outbox()).toHaveLength(2)
    server.advanceClock(6 * minuteMs)
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1)
    expect((await parse(received[0])).attachments).toHaveLength(2)
    await expect.poll(async () => (await jobs())[0]?.state).toBe('done')
  })

  test('that refuses permanently returns its message, and revokes the link', async () => {
    const received = await startMailbox({
      onRcptTo: (_address, _session, done) => done(createSmtpError(550, '5.1.1 No such user')),
    })
    const response = await send({ appendDownoadLinkCheckbox: true })
    expect(response).toRefuse('email/recipient-refused')
    expect(response.error.message).toMatch(
      /owner@example\.com as the recipient: 550 5\.1\.1 No such user/u,
    )
    expect([(await jobs()).map(({ state }) => state), await outbox()]).toEqual([['failed'], []])
    const list = await server.call(routes.share.ofStudy, { query: { studyId } }, token)
    expect(list.body).toMatchObject([{ revokedOn: expect.any(String) }])
    server.advanceClock(120 * minuteMs)
    expect(received).toEqual([])
  })

  test('that refuses one recipient returns its message with the address', async () => {
    const received = await startMailbox({
      onRcptTo: ({ address }, _session, done) =>
        address.startsWith('wrong') ? done(createSmtpError(550, '5.1.1 No such user')) : done(),
    })
    const response = await send({ emailReceiver: ['right@example.com', 'wrong@example.com'] })
    expect(response).toRefuse('share/partly-sent')
    expect(response.error.message).toMatch(/^Not sent to wrong@example\.com\. .*No such user/u)
    expect(received).toHaveLength(1)
  })

  test('that disconnects after the message repeats it with the same Message-ID', async () => {
    const ids: string[] = []
    await startMailbox({
      onData: onCompleteMail((raw, _session, done) => {
        ids.push(/^Message-ID: (.*)$/imu.exec(raw.toString())?.[1] ?? '')
        // The mail server has the message, and the connection is lost before it could say so.
        if (ids.length === 1) disconnect()
        else done()
      }),
    })
    const response = await send()
    expect(response.status).toBe(200)
    expect(response.body.waiting).toHaveLength(1)
    server.advanceClock(6 * minuteMs)
    await expect.poll(() => ids.length, { timeout: 10_000 }).toBe(2)
    expect(ids[0]).toMatch(/^<[\da-f-]{36}@clinic\.example>/u)
    expect(ids[1]).toBe(ids[0])
  })

  test('that refuses the password or is unreachable returns a message', async () => {
    await startMailbox({}, 'wrong')
    const wrong = await send()
    expect(wrong).toRefuse('email/sign-in-refused')
    await configureMailbox(1, null)
    const query = { ClinicId: clinic.id }
    const { body } = await server.call(routes.emailConfig.ofClinic, { query }, token)
    expect(body).toMatchObject([{ id: emailConfigId, hasPassword: false }])
    const none = await send()
    expect(none).toRefuse('email/no-password')
    await configureMailbox(await findFreePort())
    const gone = await send()
    expect(gone.status).toBe(200)
    expect(gone.body.waiting[0]?.reason).toContain('refused the connection')
  })

  test('that refuses a waiting email later records that in the audit trail', async () => {
    let tries = 0
    await startMailbox({
      onRcptTo: (_address, _session, done) =>
        done(
          (tries += 1) === 1
            ? createSmtpError(451, '4.7.1 Later')
            : createSmtpError(550, '5.7.1 Never'),
        ),
    })
    await send()
    server.advanceClock(6 * minuteMs)
    await expect.poll(async () => (await jobs())[0]?.state, { timeout: 10_000 }).toBe('failed')
    const [, event] = await trail()
    expect(event).toMatchObject({
      entityId: studyId,
      username: `mailer.${clinic.id}`,
      after: { recipient: 'owner@example.com', result: 'email/recipient-refused' },
    })
  })
})

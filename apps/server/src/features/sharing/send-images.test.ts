import { routes } from '@talus/contract'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createImageFile } from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { email, parseMail, setUpImageMails } from '../../testing/mail/image-mail-fixture.ts'
import { createSmtpError } from '../../testing/mail/mail-server.ts'
import { createReporter } from '../../testing/records/reports.ts'

const radiograph = createImageFile(
  { columns: 300, rows: 200, bitsStored: 12 },
  new Uint8Array(Uint16Array.from({ length: 60_000 }, (_, at) => at % 4096).buffer),
)
const mails = setUpImageMails(radiograph)
const { startMailbox, send, jobs, outbox, trail } = mails
const minuteMs = 60_000

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
    const mail = await parseMail(
      received.find(({ envelope }) => envelope.rcptTo[0]?.address === 'owner@example.com'),
    )
    expect(mail).toMatchObject({
      subject: 'Images',
      from: { name: mails.clinicName, address: email },
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
    const ids = await Promise.all(received.map(async (one) => (await parseMail(one)).messageId))
    expect(new Set(ids).size).toBe(2)
    expect(await outbox()).toEqual([])
    const events = await trail()
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      entityId: mails.studyId,
      after: { images: 2, recipients: 2, attached: 2, link: false },
    })
    expect(JSON.stringify(events)).not.toMatch(/Bonjour|example\.com/u)
  })

  test('has a report of the study attached as PDF', async () => {
    const received = await startMailbox()
    const writer = await createReporter(mails.server, mails.clinic.id, `writer.${mails.clinic.id}`)
    const pdfFile = [new File(['%PDF-1.7\nreport <</Type /Page>>\n%%EOF'], 'x.pdf')]
    const fields = { studyId: mails.studyId, fileName: 'Réx.pdf' }
    const uploaded = await mails.server.call(
      routes.study.uploadReport,
      { form: { fields, files: { pdfFile } } },
      writer,
    )
    const [first = 0] = mails.imageIds
    expect((await send({ imageIdList: [first, uploaded.body.imageId] })).status).toBe(200)
    const { attachments } = await parseMail(received[0])
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
    const mail = await parseMail(received[0])
    const [url = ''] =
      /https:\/\/images\.clinic\.example\/vue\/shared\/[\w-]{43}/u.exec(mail.text ?? '') ?? []
    expect(mail.html).toContain(`href="${url}"`)
    expect(mail.text).toContain('jusqu’au 5 mars 2026')
    expect(mail.text).toContain('Un NIP vous sera demandé')
    expect(mail.text).not.toContain('4711')
    expect(stored).toContain('owner@example.com')
    expect(stored).not.toContain(url.slice(-43))
    const page = await mails.server.app.inject({ url: new URL(url).pathname })
    expect([page.statusCode, page.body.includes('Enter your PIN')]).toEqual([200, true])
    const list = await mails.server.call(
      routes.share.ofStudy,
      { query: { studyId: mails.studyId } },
      mails.token,
    )
    expect(list.body).toMatchObject([{ recipients: ['owner@example.com'], imageCount: 2 }])
  })

  test('may have no images, unless it has a link', async () => {
    const received = await startMailbox()
    expect((await send({ imageIdList: [], emailBody: 'Merci' })).status).toBe(200)
    expect((await parseMail(received[0])).attachments).toEqual([])
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
    mails.setJpegBytes(9 * 1024 * 1024)
    const response = await send()
    expect(response).toRefuse('share/too-large')
    expect(response.error.message).toContain('17 MB')
    expect([await outbox(), await jobs(), received]).toEqual([[], [], []])
    expect((await send({ appendDownoadLinkCheckbox: true })).status).toBe(200)
    const mail = await parseMail(received[0])
    expect([mail.attachments.length, mail.text?.includes('trop volumineuses')]).toEqual([0, true])
  })

  test('cannot inject headers through subject or body', async () => {
    const received = await startMailbox()
    const emailSubject = 'Images\r\nBcc: thief@example.com\r\n\r\n<html>'
    expect(
      (await send({ emailSubject, emailBody: '.\r\nRCPT TO:<thief@example.com>\r\n.' })).status,
    ).toBe(200)
    const mail = await parseMail(received[0])
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
    const { records, users } = mails.server.second
    const foreign = await send({ imageIdList: [...mails.imageIds, records.imageId] })
    expect(foreign).toRefuse('record/not-found')
    const stranger = await mails.server.createToken(users.clinicAdmin.id)
    expect((await send({ imageIdList: [] }, stranger)).status).toBe(404)
    // A user of both clinics must not send images of one from the mailbox of the other.
    const root = await mails.server.createToken(mails.server.first.users.root.id)
    expect((await send({ imageIdList: [records.imageId] }, root)).status).toBe(404)
    const rejected = await mails.clinic.addImage({
      studyId: mails.studyId,
      bytes: radiograph,
      isRejected: true,
    })
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
    mails.server.advanceClock(3 * minuteMs)
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

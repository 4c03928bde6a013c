import { findFreePort } from '@talus/node-kit/find-free-port'
import { routes } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { createImageFile } from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { parseMail, setUpImageMails } from '../../testing/mail/image-mail-fixture.ts'
import { createSmtpError, onCompleteMail } from '../../testing/mail/mail-server.ts'

const radiograph = createImageFile(
  { columns: 300, rows: 200, bitsStored: 12 },
  new Uint8Array(Uint16Array.from({ length: 60_000 }, (_, at) => at % 4096).buffer),
)
const mails = setUpImageMails(radiograph)
const { startMailbox, configureMailbox, send, jobs, outbox, trail } = mails
const minuteMs = 60_000

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
    mails.server.advanceClock(6 * minuteMs)
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1)
    expect((await parseMail(received[0])).attachments).toHaveLength(2)
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
    const list = await mails.server.call(
      routes.share.ofStudy,
      { query: { studyId: mails.studyId } },
      mails.token,
    )
    expect(list.body).toMatchObject([{ revokedOn: expect.any(String) }])
    mails.server.advanceClock(120 * minuteMs)
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
        if (ids.length === 1) mails.disconnect()
        else done()
      }),
    })
    const response = await send()
    expect(response.status).toBe(200)
    expect(response.body.waiting).toHaveLength(1)
    mails.server.advanceClock(6 * minuteMs)
    await expect.poll(() => ids.length, { timeout: 10_000 }).toBe(2)
    expect(ids[0]).toMatch(/^<[\da-f-]{36}@clinic\.example>/u)
    expect(ids[1]).toBe(ids[0])
  })

  test('that refuses the password or is unreachable returns a message', async () => {
    await startMailbox({}, 'wrong')
    const wrong = await send()
    expect(wrong).toRefuse('email/sign-in-refused')
    await configureMailbox(1, null)
    const query = { ClinicId: mails.clinic.id }
    const { body } = await mails.server.call(routes.emailConfig.ofClinic, { query }, mails.token)
    expect(body).toMatchObject([{ id: mails.emailConfigId, hasPassword: false }])
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
    mails.server.advanceClock(6 * minuteMs)
    await expect.poll(async () => (await jobs())[0]?.state, { timeout: 10_000 }).toBe('failed')
    const [, event] = await trail()
    expect(event).toMatchObject({
      entityId: mails.studyId,
      username: `mailer.${mails.clinic.id}`,
      after: { recipient: 'owner@example.com', result: 'email/recipient-refused' },
    })
  })
})

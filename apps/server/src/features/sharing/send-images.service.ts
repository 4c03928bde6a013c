import { randomUUID } from 'node:crypto'
import { limits, refuse } from '@talus/contract'
import type { Actor, BodyOf, Language, SentEmail, ShareId, routes } from '@talus/contract'
import type { FileStore } from '../../files/index.ts'
import { refusalText } from '../../http/words.ts'
import * as jobQueue from '../../jobs/job-queue.ts'
import { record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import { find as findClinic } from '../clinics/index.ts'
import { failureFrom, findEmailConfig, outboxKey, queueClinicEmail } from '../email/index.ts'
import { plainEntryName } from '../images/index.ts'
import type { ChosenImage, MakePicture } from '../images/index.ts'
import { imageMail } from './image-mail.ts'
import { Mailing, tried } from './outbox.ts'
import type { MailState } from './outbox.ts'
import { addLink, imagesToShare } from './shares.service.ts'
import type { ShareDeps } from './shares.service.ts'
import * as shares from './shares.queries.ts'

type Form = BodyOf<typeof routes.emailConfig.send>
type Config = NonNullable<Awaited<ReturnType<typeof findEmailConfig>>>

export interface SendImagesDeps extends ShareDeps {
  readonly files: FileStore
  readonly picture: MakePicture
  readonly wakeJobs: () => void
  /** How long the answer waits for the mail server; the mail itself has a day. */
  readonly answerAfterMs?: number | undefined
}

type SendChange = Change & SendImagesDeps & { readonly language: Language; readonly actor: Actor }

/** A person waits, and the browser gives up at some point. */
const defaultAnswerMs = 20_000
/** As large as they are, and well compressed. */
const fullEdge = 8192
const megabyte = 1024 * 1024

/** Sends images from the clinic's mailbox; answers when the mail server has said yes or no, or soon. */
export async function sendImages(change: SendChange, form: Form): Promise<SentEmail> {
  const { db, clock, actor } = change
  const config = (await findEmailConfig(db, form.emailConfigId)) ?? refuse('record/not-found')
  const isLinked = form.appendDownoadLinkCheckbox
  if (isLinked && form.imageIdList.length === 0) refuse('share/no-images')
  if (config.password === null) refuse('email/no-password')
  const recipients = [...new Set(form.emailReceiver)]
  const mailing = new Mailing({ actorId: actor.id, form }, recipients, clock())
  const known = await mailing.known(db.unscopedDb)
  if (known) return answered(change, config, await wait(change, known))

  const images = await imagesToShare(db, form.imageIdList)
  if (images.some(({ clinicId }) => clinicId !== config.clinicId)) refuse('record/not-found')
  const attachments = await attached(change, images, isLinked)
  const keys = attachments.map(({ key }) => key)
  try {
    const shareId = await queue(change, { form, config, images, attachments, mailing })
    change.wakeJobs()
    const states = await wait(change, mailing.keys)
    // What is still on its way needs them; the others are cleared with the hour.
    if (states.every(({ state }) => state !== 'waiting')) await clear(change.files, keys)
    if (shareId !== undefined && states.every(({ state }) => state === 'failed'))
      await shares.close(db, shareId, clock().toISOString())
    return answered(change, config, states)
  } catch (error) {
    const states = await tried(db.unscopedDb, mailing.keys, 0)
    if (states.length === 0) await clear(change.files, keys)
    throw error
  }
}

const wait = (
  { db, answerAfterMs = defaultAnswerMs }: SendChange,
  keys: ReadonlyMap<string, string>,
) => tried(db.unscopedDb, keys, answerAfterMs)

interface Attached {
  readonly key: string
  readonly name: string
}

/** Made once for all recipients. With a link, what is too much for a mail is left to the link. */
async function attached(
  { files, picture }: SendChange,
  images: readonly ChosenImage[],
  isLinked: boolean,
): Promise<readonly Attached[]> {
  const mail = randomUUID()
  const made: Attached[] = []
  let byteLength = 0
  try {
    for (const [index, image] of images.entries()) {
      const jpeg = await picture(image, fullEdge)
      byteLength += jpeg.byteLength
      if (byteLength > limits.mailedBytes) {
        if (!isLinked)
          refuse('share/too-large', { values: { limit: limits.mailedBytes / megabyte } })
        await clear(
          files,
          made.map(({ key }) => key),
        )
        return []
      }
      const key = outboxKey(`${mail}/${index + 1}.jpg`)
      await files.put(key, jpeg)
      made.push({ key, name: plainEntryName(image, index + 1, 'jpg') })
    }
    return made
  } catch (error) {
    await clear(
      files,
      made.map(({ key }) => key),
    )
    throw error
  }
}

async function clear(files: FileStore, keys: readonly string[]): Promise<void> {
  // What cannot be removed now is swept later.
  for (const key of keys) await files.remove(key).catch(() => undefined)
}

/** Link, mails and trail: all of it is there, or nothing. */
async function queue(
  { db: outer, ...change }: SendChange,
  {
    form,
    config,
    images,
    attachments,
    mailing,
  }: {
    readonly form: Form
    readonly config: Config
    readonly images: readonly ChosenImage[]
    readonly attachments: readonly Attached[]
    readonly mailing: Mailing
  },
): Promise<ShareId | undefined> {
  const { clinicId } = config
  const { actor, address, clock, secrets } = change
  const { recipients } = mailing
  const clinic = (await findClinic(outer, clinicId)) ?? refuse('record/not-found')
  return outer.transaction(async (db) => {
    const [first] = images
    const link = form.appendDownoadLinkCheckbox
      ? await addLink({ ...change, db }, images, { ...form, recipients })
      : undefined
    const words = imageMail({
      language: clinic.lang,
      timeZone: clinic.timeZone,
      clinic,
      body: form.emailBody,
      patient: first && { name: first.patientName, studyDate: first.studyDate },
      attached: attachments.length,
      link: link && {
        ...link,
        hasPin: form.linkPin !== undefined,
        isOnly: attachments.length === 0,
      },
    })
    const about = { entityId: first?.studyId ?? null, subject: first?.patientName ?? config.email }
    await jobQueue.releaseFailed(db.unscopedDb, [...mailing.keys.keys()])
    for (const recipient of recipients)
      await queueClinicEmail(
        db.unscopedDb,
        {
          ...words,
          emailConfigId: config.id,
          recipient,
          subject: form.emailSubject,
          language: clinic.lang,
          attachments,
          sender: { id: actor.id, username: actor.username, address, clinicId, ...about },
          usefulForMinutes: link && (Date.parse(link.expiresOn) - clock().getTime()) / 60_000,
        },
        { clock, secrets, uniqueKey: mailing.keyOf(recipient) },
      )
    const after = {
      images: images.length,
      recipients: recipients.length,
      attached: attachments.length,
      link: link !== undefined,
    }
    await record(
      { db, actor, address, clock },
      { action: 'image.email', clinicId, ...about, after },
    )
    return link?.id
  })
}

/** In words. One that will never arrive is a refusal: nobody is told that it was sent. */
function answered(
  { language }: Pick<SendChange, 'language'>,
  config: Config,
  states: readonly MailState[],
): SentEmail {
  const verdictOf = ({ recipient, lastError }: MailState) => {
    const verdict = failureFrom(lastError ?? '', {
      host: config.hostName,
      port: config.smtpPort,
      email: config.email,
    })
    const values = { ...verdict.options.values }
    if (verdict.code === 'email/recipient-refused') values['email'] = recipient
    return { code: verdict.code, values, text: refusalText(language, verdict.code, values) }
  }
  const failed = states.filter(({ state }) => state === 'failed')
  const [first] = failed
  if (first) {
    const { code, values, text } = verdictOf(first)
    if (failed.length === states.length) refuse(code, { values })
    const recipients = failed.map(({ recipient }) => recipient).join(', ')
    refuse('share/partly-sent', { values: { recipients, reason: text } })
  }
  return {
    sent: states.filter(({ state }) => state === 'sent').map(({ recipient }) => recipient),
    waiting: states
      .filter(({ state }) => state === 'waiting')
      .map((mail) => ({
        recipient: mail.recipient,
        reason: mail.lastError === null ? '' : verdictOf(mail).text,
      })),
  }
}

import { randomUUID } from 'node:crypto'
import { limits, refuse } from '@talus/contract'
import type { Actor, RouteBody, Language, SentEmail, ShareId, routes } from '@talus/contract'
import type { FileStore } from '../../files/index.ts'
import { formatRefusal } from '../../http/translations.ts'
import * as jobQueue from '../../jobs/job-queue.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import { find as findClinic } from '../clinics/index.ts'
import { parseFailure, findEmailConfig, toOutboxKey, queueClinicEmail } from '../email/index.ts'
import { findReportPdf, formatPlainEntryName, readWhole } from '../images/index.ts'
import type { ChosenImage, GetJpeg } from '../images/index.ts'
import { listHolders } from '../patients/index.ts'
import { createImageMail } from './image-mail.ts'
import { Mailing, waitForDelivery } from './outbox.ts'
import type { MailState } from './outbox.ts'
import { addLink, findImagesToShare } from './shares.service.ts'
import type { ShareDeps } from './shares.service.ts'
import * as shares from './shares.queries.ts'

type Form = RouteBody<typeof routes.emailConfig.send>
type Config = NonNullable<Awaited<ReturnType<typeof findEmailConfig>>>

export interface SendImagesDeps extends ShareDeps {
  readonly files: FileStore
  readonly getJpeg: GetJpeg
  readonly wakeJobs: () => void
  /** How long the response waits for the mail server; the email itself has a day. */
  readonly answerAfterMs?: number | undefined
}

type SendChange = ChangeContext &
  SendImagesDeps & { readonly language: Language; readonly actor: Actor }

/** A user waits, and the browser gives up at some point. */
const defaultAnswerMs = 20_000
/** Full size, with good compression. */
const fullEdge = 8192
const megabyte = 1024 * 1024

/**
 * Sends images from the clinic's mailbox; responds when the mail server has accepted or refused, or
 * after a short wait.
 */
export async function sendImages(change: SendChange, form: Form): Promise<SentEmail> {
  const { db, clock, actor } = change
  const config = (await findEmailConfig(db, form.emailConfigId)) ?? refuse('record/not-found')
  const isLinked = form.appendDownoadLinkCheckbox
  if (isLinked && form.imageIdList.length === 0) refuse('share/no-images')
  if (config.password === null) refuse('email/no-password')
  const recipients = [...new Set(form.emailReceiver)]
  const mailing = new Mailing({ actorId: actor.id, form }, recipients, clock())
  const known = await mailing.findQueued(db.unscopedDb)
  if (known) return toResponse(change, config, await waitForAttempts(change, known))

  const images = await findImagesToShare(db, form.imageIdList)
  if (images.some(({ clinicId }) => clinicId !== config.clinicId)) refuse('record/not-found')
  const attachments = await createAttachments(change, images, isLinked)
  const keys = attachments.map(({ key }) => key)
  try {
    const shareId = await queue(change, { form, config, images, attachments, mailing })
    change.wakeJobs()
    const states = await waitForAttempts(change, mailing.keys)
    // Emails that wait for delivery need the attachments; others are swept hourly.
    if (states.every(({ state }) => state !== 'waiting')) await removeFiles(change.files, keys)
    if (shareId !== undefined && states.every(({ state }) => state === 'failed'))
      await shares.close(db, shareId, clock().toISOString())
    return toResponse(change, config, states)
  } catch (error) {
    const states = await waitForDelivery(db.unscopedDb, mailing.keys, 0)
    if (states.length === 0) await removeFiles(change.files, keys)
    throw error
  }
}

const waitForAttempts = (
  { db, answerAfterMs = defaultAnswerMs }: SendChange,
  keys: ReadonlyMap<string, string>,
) => waitForDelivery(db.unscopedDb, keys, answerAfterMs)

interface Attachment {
  readonly key: string
  readonly name: string
}

/**
 * Creates the attachments once for all recipients. If they are too large for an email, they are
 * left to the link, if there is one.
 */
async function createAttachments(
  { files, getJpeg }: SendChange,
  images: readonly ChosenImage[],
  isLinked: boolean,
): Promise<readonly Attachment[]> {
  const mail = randomUUID()
  const made: Attachment[] = []
  let byteLength = 0
  try {
    for (const [index, image] of images.entries()) {
      const file = await createAttachment({ files, getJpeg }, image, index + 1)
      byteLength += file.bytes.byteLength
      if (byteLength > limits.mailedBytes) {
        if (!isLinked)
          refuse('share/too-large', { values: { limit: limits.mailedBytes / megabyte } })
        await removeFiles(
          files,
          made.map(({ key }) => key),
        )
        return []
      }
      const key = toOutboxKey(`${mail}/${index + 1}.${file.extension}`)
      await files.put(key, file.bytes)
      made.push({ key, name: file.name })
    }
    return made
  } catch (error) {
    await removeFiles(
      files,
      made.map(({ key }) => key),
    )
    throw error
  }
}

/** A report is attached as PDF, everything else as a picture. */
async function createAttachment(
  { files, getJpeg }: Pick<SendChange, 'files' | 'getJpeg'>,
  image: ChosenImage,
  position: number,
) {
  const pdf = findReportPdf(image)
  if (pdf) return { bytes: await readWhole(files, pdf), name: pdf.fileName, extension: 'pdf' }
  if (image.reportName !== null) refuse('report/other-patient')
  const name = formatPlainEntryName(image, position, 'jpg')
  return { bytes: await getJpeg(image, fullEdge), name, extension: 'jpg' }
}

async function removeFiles(files: FileStore, keys: readonly string[]): Promise<void> {
  // Files that cannot be removed now are swept later.
  for (const key of keys) await files.remove(key).catch(() => undefined)
}

/** Queues link, emails and audit event in one transaction. */
async function queue(
  { db, ...change }: SendChange,
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
    readonly attachments: readonly Attachment[]
    readonly mailing: Mailing
  },
): Promise<ShareId | undefined> {
  const { clinicId } = config
  const { actor, address, clock, secrets } = change
  const { recipients } = mailing
  const clinic = (await findClinic(db, clinicId)) ?? refuse('record/not-found')
  return db.transaction(async (db) => {
    const [first] = images
    const link = form.appendDownoadLinkCheckbox
      ? await addLink({ ...change, db }, images, { ...form, recipients })
      : undefined
    const mail = createImageMail({
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
    const holders = await listHolders(db, [...new Set(images.map(({ studyId }) => studyId))])
    const about = { entityId: first?.studyId ?? null, subject: first?.patientName ?? config.email }
    await jobQueue.releaseFailed(db.unscopedDb, [...mailing.keys.keys()])
    for (const recipient of recipients)
      await queueClinicEmail(
        db.unscopedDb,
        {
          ...mail,
          emailConfigId: config.id,
          recipient,
          subject: form.emailSubject,
          language: clinic.lang,
          attachments,
          holders: holders.map(({ studyId, patientId, ownerId }) => ({
            studyId,
            patientId,
            ownerId,
          })),
          shareId: link?.id,
          sender: { id: actor.id, username: actor.username, address, clinicId, ...about },
          usefulForMinutes: link && (Date.parse(link.expiresOn) - clock().getTime()) / 60_000,
        },
        { clock, secrets, uniqueKey: mailing.getKey(recipient) },
      )
    const after = {
      images: images.length,
      recipients: recipients.length,
      attached: attachments.length,
      link: link !== undefined,
    }
    await recordAuditEvent(
      { db, actor, address, clock },
      { action: 'image.email', clinicId, ...about, after },
    )
    return link?.id
  })
}

/**
 * Composes the response. A permanent failure is a refusal, so that no user believes the email was
 * sent.
 */
function toResponse(
  { language }: Pick<SendChange, 'language'>,
  config: Config,
  states: readonly MailState[],
): SentEmail {
  const explainFailure = ({ recipient, lastError }: MailState) => {
    const verdict = parseFailure(lastError ?? '', {
      host: config.hostName,
      port: config.smtpPort,
      email: config.email,
    })
    const values = { ...verdict.options.values }
    if (verdict.code === 'email/recipient-refused') values['email'] = recipient
    return { code: verdict.code, values, text: formatRefusal(language, verdict.code, values) }
  }
  const failed = states.filter(({ state }) => state === 'failed')
  const [first] = failed
  if (first) {
    const { code, values, text } = explainFailure(first)
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
        reason: mail.lastError === null ? '' : explainFailure(mail).text,
      })),
  }
}

import { routes } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createClinicWithImages } from '../images/clinic-with-images.ts'
import type { ClinicWithImages } from '../images/clinic-with-images.ts'
import { insertUser } from '../records/clinics-and-users.ts'
import { startTestServer } from '../server/test-server.ts'
import type { TestServer } from '../server/test-server.ts'
import { createSmtpError, startMailServer } from './mail-server.ts'
import type { ReceivedMail } from './mail-server.ts'

/** The address of the clinic's mailbox. */
export const email = 'images@clinic.example'
const password = 'Mailbox-sécret-1'

interface Form {
  readonly imageIdList?: number[]
  readonly emailReceiver?: string[]
  readonly emailSubject?: string
  readonly emailBody?: string
  readonly appendDownoadLinkCheckbox?: boolean
  readonly linkDays?: number
  readonly linkPin?: string
}

export const parseMail = (mail: ReceivedMail | undefined) => PostalMime.parse(mail?.raw ?? '')

/** A clinic whose user sends the two images of a study by mail, a new one for each test. */
export function setUpImageMails(radiograph: Uint8Array) {
  let server: TestServer
  let clinic: ClinicWithImages
  let clinicName: string
  let clinics = 0
  let token: string
  let studyId: StudyId
  let imageIds: ImageId[]
  let emailConfigId: number
  let jpegBytes: number | undefined
  let disconnect: () => void
  const closing: (() => Promise<unknown>)[] = []

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

  const send = (form: Form = {}, by = token) =>
    server.call(
      routes.emailConfig.send,
      {
        body: {
          emailConfigId,
          imageIdList: imageIds,
          emailReceiver: ['owner@example.com'],
          ...form,
        },
      },
      by,
    )
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

  return {
    get server() {
      return server
    },
    get clinic() {
      return clinic
    },
    get clinicName() {
      return clinicName
    },
    get token() {
      return token
    },
    get studyId() {
      return studyId
    },
    get imageIds() {
      return imageIds
    },
    get emailConfigId() {
      return emailConfigId
    },
    /** Gives every rendered JPEG this size during the test. */
    setJpegBytes: (size: number) => {
      jpegBytes = size
    },
    /** Closes all connections to the mail server at once. */
    disconnect: () => disconnect(),
    startMailbox,
    configureMailbox,
    send,
    jobs,
    outbox,
    trail,
  }
}

import { routes } from '@talus/contract'
import type { ImageId, StudyId, UserId } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { insertUser } from '../records/clinics-and-users.ts'
import { startTestServer } from '../server/test-server.ts'
import type { TestServer } from '../server/test-server.ts'
import { createClinicWithImages } from './clinic-with-images.ts'
import type { ClinicWithImages } from './clinic-with-images.ts'

const hostile = '<img src=x onerror=alert(1)>"Réx\''

/**
 * A clinic whose user shares the two images of a study, a new one for each test. The images differ
 * in their shade.
 */
export function setUpSharing(radiograph: (shade: number) => Uint8Array) {
  let server: TestServer
  let clinic: ClinicWithImages
  let sharer: UserId
  let token: string
  let studyId: StudyId
  let imageIds: ImageId[]

  const stored = (bodyPart = 'Chest', bytes: Uint8Array = radiograph(imageIds.length)) =>
    clinic.addImage({ studyId, bodyPart, bytes })

  beforeAll(async () => {
    server = await startTestServer({ PUBLIC_URL: 'https://images.clinic.example/vue' })
    clinic = await createClinicWithImages(server, 'Clinique <b>d’Été</b>')
    const flags = { operator: true }
    const { unscopedDb, passwordHash } = server
    const user = { username: 'sharer', clinicId: clinic.id, flags, passwordHash }
    sharer = await insertUser(unscopedDb, user)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    // The clock of a previous test may have run past the end of a session.
    token = await server.createToken(sharer)
    studyId = await clinic.addStudy(await clinic.addPatient(hostile))
    imageIds = []
    imageIds.push(await stored('<i>Chest</i>'))
    imageIds.push(await stored('Pelvis'))
  })

  async function share(options: { linkDays?: number; linkPin?: string } = {}, ids = imageIds) {
    const body = { imageIds: ids, ...options }
    const response = await server.call(routes.share.create, { body }, token)
    expect(response.status).toBe(200)
    const { url } = response.body
    expect(url).toMatch(/^https:\/\/images\.clinic\.example\/vue\/shared\/[\w-]{43}$/u)
    return { ...response.body, path: new URL(url).pathname }
  }
  const open = (path: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url: path, headers })
  const enterPin = (path: string, pin: string) =>
    server.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ pin }).toString(),
    })
  const trail = (action: string) =>
    server.unscopedDb
      .selectFrom('auditEvent')
      .selectAll()
      .where('action', '=', action)
      .where('clinicId', '=', clinic.id)
      .orderBy('id', 'desc')
      .execute()
  const list = async () =>
    (await server.call(routes.share.ofStudy, { query: { studyId } }, token)).body

  /** The response for a link that does not exist: every other closed link must get the same. */
  const requestUnknownLink = async () => {
    const unknown = await open(`/vue/shared/${'x'.repeat(43)}`)
    return [unknown.statusCode, unknown.body]
  }

  return {
    get server() {
      return server
    },
    get clinic() {
      return clinic
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
    stored,
    share,
    open,
    enterPin,
    trail,
    list,
    requestUnknownLink,
  }
}

import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noOpenssl, createSelfSignedCertificate } from '../../../testing/network/certificate.ts'
import { hasDcmtk, noDcmtk, startStorescp } from '../../../testing/dicom/dcmtk.ts'
import { createRadiograph } from '../../../testing/dicom/dicom-objects.ts'
import { hasOrthanc, noOrthanc, startOrthanc } from '../../../testing/dicom/orthanc.ts'
import { getDataSet, createSendingClinic } from '../../../testing/dicom/sending-clinic.ts'
import type { SendingClinic } from '../../../testing/dicom/sending-clinic.ts'
import { insertUser } from '../../../testing/records/clinics-and-users.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

// Other DICOM servers receive exactly what is stored here.
let server: TestServer
let clinic: SendingClinic
let folder: string
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  server = await startTestServer()
  clinic = await createSendingClinic(server)
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-sink-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await rm(folder, { recursive: true, force: true })
})
afterAll(() => server.close())

async function store(...options: readonly string[]) {
  const started = await startStorescp('-od', folder, ...options)
  closing.push(started.close)
  return started.port
}

/** The files that the peer has written, by SOP instance UID. */
async function received() {
  const files = new Map<string, Buffer>()
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name))
    files.set(readDicom(bytes).identity.sopInstanceUid, bytes)
  }
  return files
}

const pixelsOf = (file: Uint8Array) =>
  Buffer.from(readDicom(file).dataSet.bytes(0x7f_e0_00_10) ?? [])

/** The same image as compressed by dcmtk. */
async function packed(program: string, file: Uint8Array, ...options: readonly string[]) {
  const work = await mkdtemp(join(tmpdir(), 'talus-packed-'))
  const [from, to] = [join(work, 'from.dcm'), join(work, 'to.dcm')]
  await writeFile(from, file)
  const { status, stderr } = spawnSync(program, [...options, from, to])
  if (status !== 0) throw new Error(`${program}: ${String(stderr)}`)
  const bytes = await readFile(to)
  await rm(work, { recursive: true, force: true })
  return bytes
}

const syntaxes = {
  'explicit little endian': ['dcmconv', '+te'],
  'implicit little endian': ['dcmconv', '+ti'],
  'explicit big endian': ['dcmconv', '+tb'],
  deflated: ['dcmconv', '+td'],
  'JPEG lossless': ['dcmcjpeg', '+e1'],
  'JPEG-LS': ['dcmcjpls', '+el'],
  'run length': ['dcmcrle'],
} as const

async function addPacked(seed: number) {
  const images = []
  for (const [index, [program, ...options]] of Object.values(syntaxes).entries()) {
    const plain = createRadiograph(`packed ${seed} ${index}`, {}, { rows: 200, columns: 160, seed })
    const file = await packed(program, plain, '-uc', ...options).catch(() =>
      packed(program, plain, ...options),
    )
    const sopInstance = readDicom(file).identity.sopInstanceUid
    images.push({ ...(await clinic.addImage({ file, sopInstance })), plain })
  }
  return images
}

describe('storescp', () => {
  beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))

  test('storescp receives every object byte for byte in its stored transfer syntax', async () => {
    const port = await store('+xa', '+B')
    const dicomServerId = await clinic.addServer({ port })
    const images = await addPacked(1)
    const { body } = await clinic.send(dicomServerId, images)
    expect(body).toMatchObject({ sent: images.length, waiting: 0 })
    const files = await received()
    for (const { sopInstance, file } of images) {
      const got = files.get(sopInstance) ?? Buffer.alloc(200)
      // A deflated data set of odd length is padded with a zero byte.
      const whole = Buffer.concat([getDataSet(file), Buffer.alloc(getDataSet(file).length % 2)])
      expect(Buffer.compare(getDataSet(got), whole)).toBe(0)
    }
  })

  test('storescp that accepts implicit VR only receives the same pixel data', async () => {
    const port = await store('+xi')
    const dicomServerId = await clinic.addServer({ port })
    const images = await addPacked(2)
    const { body } = await clinic.send(dicomServerId, images)
    expect(body).toMatchObject({ sent: images.length, waiting: 0 })
    const files = await received()
    for (const { sopInstance, plain } of images) {
      const got = files.get(sopInstance) ?? Buffer.alloc(200)
      expect(Buffer.compare(pixelsOf(got), pixelsOf(plain))).toBe(0)
    }
  })

  test.each(['operator', 'staff'] as const)(
    'storescp receives the images of a capture that an %s finishes',
    async (kind) => {
      const own = await createSendingClinic(server)
      await own.addServer({ port: await store('+B'), autoSend: true })
      const images = await own.addImages(2)
      const userId = await insertUser(server.unscopedDb, {
        username: `finishing.${kind}`,
        clinicId: own.id,
        flags: kind === 'operator' ? { operator: true } : {},
        passwordHash: '',
      })
      const token = await server.createToken(userId)
      const query = { ClinicId: own.id }
      const servers = await server.call(routes.dicomServer.list, { query }, token)
      expect(servers).toRefuse('access/forbidden')
      const body = { studyId: own.studyId }
      const sent = await server.call(routes.dicomServer.sendAutomatically, { body }, token)
      expect([sent.status, sent.body.waiting]).toEqual([200, 2])
      await expect
        .poll(async () => [...(await received()).keys()].toSorted(), { timeout: 20_000 })
        .toEqual(images.map(({ sopInstance }) => sopInstance).toSorted())
    },
  )

  test('storescp receives several images over one TLS association', async ({ skip }) => {
    const certificate = await createSelfSignedCertificate('localhost')
    skip(certificate === undefined, noOpenssl)
    if (!certificate) return
    closing.push(certificate.remove)
    const port = await store('+tls', certificate.keyFile, certificate.certFile, '-ic', '+B')
    const dicomServerId = await clinic.addServer({ port, tls: true })
    const images = await clinic.addImages(5)
    expect((await clinic.send(dicomServerId, images)).body).toMatchObject({ sent: 5 })
    expect((await received()).size).toBe(5)
    // Without TLS nothing is sent to the TLS port.
    const open = await clinic.addServer({ port })
    expect((await clinic.send(open, images.slice(0, 1))).error.code).toBe('connection/closed')
  })

  test(
    'a server with an untrusted certificate receives nothing',
    { timeout: 180_000 },
    async ({ skip }) => {
      const certificate = await createSelfSignedCertificate('localhost')
      skip(certificate === undefined, noOpenssl)
      if (!certificate) return
      closing.push(certificate.remove)
      const strict = await startTestServer({ DICOM_TLS_VERIFY: '1' })
      closing.push(strict.close)
      const own = await createSendingClinic(strict)
      const port = await store('+tls', certificate.keyFile, certificate.certFile, '-ic')
      const dicomServerId = await own.addServer({ port, tls: true })
      const { error } = await own.send(dicomServerId, await own.addImages(1))
      expect(error.code).toBe('connection/certificate')
      expect(await readdir(folder)).toEqual([])
    },
  )
})

describe('Orthanc', () => {
  beforeEach(({ skip }) => skip(!hasOrthanc, noOrthanc))

  test('Orthanc keeps an image once if it is sent twice', { timeout: 180_000 }, async () => {
    const { port, listInstances, close } = await startOrthanc()
    closing.push(close)
    const dicomServerId = await clinic.addServer({ port, aeTitle: 'ORTHANC' })
    const images = await clinic.addImages(4)
    expect((await clinic.send(dicomServerId, images)).body).toMatchObject({ sent: 4 })
    expect((await clinic.send(dicomServerId, images)).body).toMatchObject({ sent: 4 })
    const uids = images.map(({ sopInstance }) => sopInstance)
    expect((await listInstances()).toSorted()).toEqual(uids.toSorted())
  })
})

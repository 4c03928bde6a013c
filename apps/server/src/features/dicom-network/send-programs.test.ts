import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDicom } from '@talus/dicom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noOpenssl, selfSigned } from '../../testing/certificate.ts'
import { hasDcmtk, noDcmtk, storescp } from '../../testing/dcmtk.ts'
import { radiograph } from '../../testing/dicom-objects.ts'
import { hasOrthanc, noOrthanc, orthanc } from '../../testing/orthanc.ts'
import { dataSetOf, sendingClinic } from '../../testing/sending-clinic.ts'
import type { SendingClinic } from '../../testing/sending-clinic.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

/** DICOM servers of others: what arrives there is what was stored here. */
let server: TestServer
let clinic: SendingClinic
let folder: string
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  server = await testServer()
  clinic = await sendingClinic(server)
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
  const started = await storescp('-od', folder, ...options)
  closing.push(started.close)
  return started.port
}

/** What the peer has written, by its SOP instance UID. */
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

/** The same picture as dcmtk packs it. */
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
    const plain = radiograph(`packed ${seed} ${index}`, {}, { rows: 200, columns: 160, seed })
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

  test('has every object byte by byte, in the transfer syntax it is stored in', async () => {
    const port = await store('+xa', '+B')
    const dicomServerId = await clinic.addServer({ port })
    const images = await addPacked(1)
    const { body } = await clinic.send(dicomServerId, images)
    expect(body).toMatchObject({ sent: images.length, waiting: 0 })
    const files = await received()
    for (const { sopInstance, file } of images) {
      const got = files.get(sopInstance) ?? Buffer.alloc(200)
      // A deflated one has become even by a zero.
      const whole = Buffer.concat([dataSetOf(file), Buffer.alloc(dataSetOf(file).length % 2)])
      expect(Buffer.compare(dataSetOf(got), whole)).toBe(0)
    }
  })

  test('that takes implicit little endian only has the same pixels', async () => {
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

  test('speaks TLS, with several images over one association', async ({ skip }) => {
    const certificate = await selfSigned('localhost')
    skip(certificate === undefined, noOpenssl)
    if (!certificate) return
    closing.push(certificate.remove)
    const port = await store('+tls', certificate.keyFile, certificate.certFile, '-ic', '+B')
    const dicomServerId = await clinic.addServer({ port, tls: true })
    const images = await clinic.addImages(5)
    expect((await clinic.send(dicomServerId, images)).body).toMatchObject({ sent: 5 })
    expect((await received()).size).toBe(5)
    // Without it nothing leaves the house in plain view.
    const open = await clinic.addServer({ port })
    expect((await clinic.send(open, images.slice(0, 1))).error.code).toBe('connection/closed')
  })

  test(
    'with a certificate that is not trusted gets nothing',
    { timeout: 60_000 },
    async ({ skip }) => {
      const certificate = await selfSigned('localhost')
      skip(certificate === undefined, noOpenssl)
      if (!certificate) return
      closing.push(certificate.remove)
      const strict = await testServer({ DICOM_TLS_VERIFY: '1' })
      closing.push(strict.close)
      const own = await sendingClinic(strict)
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

  test('keeps each image once, however often it is sent', { timeout: 60_000 }, async () => {
    const { port, instances, close } = await orthanc()
    closing.push(close)
    const dicomServerId = await clinic.addServer({ port, aeTitle: 'ORTHANC' })
    const images = await clinic.addImages(4)
    expect((await clinic.send(dicomServerId, images)).body).toMatchObject({ sent: 4 })
    expect((await clinic.send(dicomServerId, images)).body).toMatchObject({ sent: 4 })
    const uids = images.map(({ sopInstance }) => sopInstance)
    expect((await instances()).toSorted()).toEqual(uids.toSorted())
  })
})

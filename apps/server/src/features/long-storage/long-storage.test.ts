import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImportLine } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { htJpeg2000Lossless, readDicom, tags } from '@talus/dicom'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openSecondStore } from '../../files/second-store.ts'
import type { SecondStoreSettings } from '../../files/second-store.ts'
import { createTieredFileStore } from '../../files/tiered-file-store.ts'
import { hasDcmtk } from '../../testing/dicom/dcmtk.ts'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { startReceivingServer } from '../../testing/dicom/receiving-server.ts'
import { splitParts } from '../../testing/dicom/dicom-web-client.ts'
import { startS3Server } from '../../testing/network/s3-server.ts'
import { verifyArchive } from '../../verify-archive.ts'
import { startReadPool, startTranscodePool } from '../../workers/index.ts'
import type { ReadPool, TranscodePool } from '../../workers/index.ts'
import { runLongStorage } from './index.ts'

vi.setConfig({ testTimeout: 180_000 })

const dayMs = 86_400_000
/** Smooth, as a radiograph is: noise cannot be compressed. */
const pixels = Uint16Array.from({ length: 200 * 200 }, (_, at) => (at % 200) * 10 + at / 200)
const createImage = (name: string) =>
  createRadiograph(name, { StudyDate: '20260302' }, { rows: 200, columns: 200, pixels })

type Server = Awaited<ReturnType<typeof startReceivingServer>>

let readPool: ReadPool
let transcodePool: TranscodePool
beforeAll(() => {
  readPool = startReadPool()
  transcodePool = startTranscodePool()
})
afterAll(async () => {
  await readPool.close()
  await transcodePool.close()
})

/** Ends what a test has opened. */
async function withServer(
  settings: SecondStoreSettings | undefined,
  run: (clinic: ReturnType<typeof openClinic>) => Promise<void>,
) {
  const second = settings && (await openSecondStore(settings))
  const server = await startReceivingServer(
    {},
    { wrapFiles: (files) => (second ? createTieredFileStore(files, second) : files) },
  )
  try {
    await run(openClinic(server))
  } finally {
    await server.close()
  }
}

function openClinic(server: Server) {
  const ask = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const token = await server.createToken(server.first.users.staff.id)
    return server.app.inject({
      url: `${server.config.apiBase}${url}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
  }
  const findImage = (id: ImageId) =>
    server.unscopedDb.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    server,
    ask,
    findImage,
    importImage: async (bytes: Buffer) => {
      const token = await server.createToken(server.first.users.staff.id)
      const { body } = await server.app.inject({
        method: 'POST',
        url: `${server.config.apiBase}image/import`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
        payload: bytes,
      })
      const { imageId, ...line } = ImportLine.parse(JSON.parse(body))
      if (!imageId) throw new Error(body)
      return { imageId, ...line }
    },
    runStorage: (compressAfterDays?: number) =>
      runLongStorage({
        ...server,
        readPool,
        transcodePool,
        log: server.app.log,
        compressAfterDays,
        secondStoreMonths: 2,
        signal: new AbortController().signal,
      }),
    listFaults: async (imageId: ImageId) => {
      const lines: string[] = []
      await verifyArchive({
        ...server,
        log: server.app.log,
        repair: false,
        orphansBefore: new Date(Date.now() + dayMs).toISOString(),
        print: (line) => lines.push(line),
      })
      // The rows of the test factory have no files.
      return lines.filter((line) => line.includes(`image ${imageId},`) || line.includes('without'))
    },
  }
}

const readPixels = (file: Buffer) =>
  Buffer.from(readDicom(file).dataSet.bytes(tags.pixelData) ?? [])

test('old images are compressed without loss, and receivers get what they can read', () =>
  withServer(undefined, async ({ server, ask, findImage, importImage, runStorage, listFaults }) => {
    const original = createImage('to compress')
    const { imageId } = await importImage(original)
    const before = await findImage(imageId)
    const shown = await ask(`image/${imageId}/pixels`)
    const thumbnail = await ask(`image/${imageId}.jpg?size=128`)
    expect([shown.statusCode, thumbnail.statusCode]).toEqual([200, 200])
    expect((await runStorage(30)).compressed.images).toBe(0)

    server.advanceClock(31 * dayMs)
    const { compressed } = await runStorage(30)
    expect(compressed.images).toBe(1)
    expect(compressed.bytes).toBeLessThan(compressed.formerBytes / 2)
    const after = await findImage(imageId)
    expect(after).toMatchObject({
      transferSyntaxUID: htJpeg2000Lossless,
      byteLength: compressed.bytes,
      sopInstanceUID: before.sopInstanceUID,
    })
    // Readers that know the record as it was find the received file for some minutes.
    expect(await server.files.stat(before.filePath)).toBeDefined()
    server.advanceClock(11 * 60_000)
    expect((await runStorage(30)).compressed.images).toBe(0)
    expect(await server.files.stat(before.filePath)).toBeUndefined()
    expect(await listFaults(imageId)).toEqual([])

    const download = await ask(`image/${imageId}`)
    expect(readDicom(download.rawPayload).identity.sopInstanceUid).toBe(before.sopInstanceUID)
    expect(readPixels(download.rawPayload).equals(readPixels(original))).toBe(true)
    const again = await ask(`image/${imageId}/pixels`)
    expect(again.rawPayload.equals(shown.rawPayload)).toBe(true)
    const small = await ask(`image/${imageId}.jpg?size=128`)
    expect(small.rawPayload.equals(thumbnail.rawPayload)).toBe(true)

    const study = `dicom-web/studies/${toUid('study')}`
    const web = async (syntax: string) => {
      const accept = `multipart/related; type="application/dicom"; transfer-syntax=${syntax}`
      const reply = await ask(study, { accept })
      return splitParts(String(reply.headers['content-type']), reply.rawPayload)
    }
    const [plain] = await web('1.2.840.10008.1.2.1')
    expect(plain && readPixels(plain.bytes).equals(readPixels(original))).toBe(true)
    const [stored] = await web('*')
    expect(stored?.bytes.byteLength).toBe(after.byteLength)

    // The sender sends the image once more, uncompressed: it is the same one.
    expect(await importImage(original)).toMatchObject({ imageId, outcome: 'known' })
    if (!hasDcmtk) return
    await server.allowCallers(server.first.id, 'CR_ROOM')
    await mkdir(join(server.peerFolder, 'got'))
    const keys = ['QueryRetrieveLevel=STUDY', `StudyInstanceUID=${toUid('study')}`]
    const { code } = await server.run(
      'getscu',
      '-S',
      '-od',
      'got',
      ...keys.flatMap((key) => ['-k', key]),
      '-aet',
      'CR_ROOM',
      '-aec',
      'FIRST',
      '127.0.0.1',
      server.port,
    )
    expect(code).toBe(0)
    const [name = ''] = await readdir(join(server.peerFolder, 'got'))
    const got = await readFile(join(server.peerFolder, 'got', name))
    expect(readPixels(got).equals(readPixels(original))).toBe(true)
  }))

test('a compression that ends in the middle leaves the received image, and is done again', () =>
  withServer(undefined, async ({ server, findImage, importImage, runStorage, listFaults }) => {
    const { imageId } = await importImage(createImage('interrupted'))
    const { filePath, clinicId, sha256 } = await findImage(imageId)
    server.advanceClock(31 * dayMs)
    const newPath = filePath.replace('.dcm', 'a.dcm')
    const changedOn = server.clock().toISOString()
    await server.unscopedDb
      .insertInto('imageCompression')
      .values({ imageId, clinicId, sha256, state: 'running', newPath, changedOn })
      .execute()
    await server.files.put(newPath, Buffer.from('the half of a file'))
    expect(await listFaults(imageId)).toEqual([])
    expect((await runStorage(30)).compressed.images).toBe(0)
    server.advanceClock(11 * 60_000)
    expect((await runStorage(30)).compressed.images).toBe(1)
    expect(await server.files.stat(newPath)).toBeUndefined()
    expect((await findImage(imageId)).filePath).not.toBe(filePath)
  }))

async function openDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'talus-second-'))
  const nas = join(folder, 'nas')
  await mkdir(nas)
  const settings = { kind: 'disk', folder: nas, noteFile: join(folder, 'note') } as const
  return {
    settings,
    cut: async () => {
      await rename(nas, `${nas}.away`)
      // A NAS that is not mounted leaves an empty folder.
      await mkdir(nas)
    },
    mend: async () => {
      await rm(nas, { recursive: true })
      await rename(`${nas}.away`, nas)
    },
    close: () => rm(folder, { recursive: true }),
  }
}

async function openBucket() {
  const server = await startS3Server()
  const settings = { ...server.settings, prefix: 'old' }
  return { settings, cut: server.close, mend: undefined, close: async () => undefined }
}

test.for([
  ['a folder', openDisk],
  ['a bucket', openBucket],
] as const)('old images move to %s and open from there', async ([, open]) => {
  const { settings, cut, mend, close } = await open()
  try {
    await withServer(settings, async (clinic) => {
      const { server, ask, findImage, importImage, runStorage, listFaults } = clinic
      const original = createImage('to move')
      const { imageId } = await importImage(original)
      const damaged = await findImage((await importImage(createImage('damaged'))).imageId)
      const { filePath } = await findImage(imageId)
      expect((await ask(`image/${imageId}.jpg?size=128`)).statusCode).toBe(200)
      server.advanceClock(70 * dayMs)
      const { first, second } = server.files.tiers ?? {}
      // A server that died between copy and removal has left both.
      await second?.put(filePath, original)
      await first?.put(damaged.filePath, Buffer.from('something else'))
      expect((await runStorage()).moved).toEqual({ files: 1, bytes: original.byteLength })
      expect(await first?.stat(filePath)).toBeUndefined()
      expect(await first?.stat(damaged.filePath)).toBeDefined()
      expect(await second?.stat(damaged.filePath)).toBeUndefined()
      expect(await listFaults(imageId)).toEqual([])
      expect((await ask(`image/${imageId}`)).rawPayload.equals(original)).toBe(true)
      expect((await ask(`image/${imageId}/pixels`)).statusCode).toBe(200)
      const keys: string[] = []
      for await (const { key } of server.files.list('images')) keys.push(key)
      expect(keys.filter((key) => key === filePath)).toHaveLength(1)

      await cut()
      const away = await vi.waitUntil(
        async () => {
          const reply = await ask(`image/${imageId}/pixels`)
          return reply.statusCode === 503 && reply
        },
        { timeout: 20_000, interval: 500 },
      )
      expect(away.json()).toMatchObject({ code: 'storage/second-out-of-reach' })
      expect(away.headers['retry-after']).toBe('30')
      expect((await ask(`image/${imageId}`)).json()).toMatchObject({
        code: 'storage/second-out-of-reach',
      })
      // Lists and new images do not need it.
      expect((await ask(`image/${imageId}.jpg?size=128`)).statusCode).toBe(200)
      expect((await ask('health')).statusCode).toBe(200)
      const fresh = await importImage(createImage('meanwhile'))
      expect((await ask(`image/${fresh.imageId}`)).statusCode).toBe(200)
      if (!mend) return
      await mend()
      expect((await ask(`image/${imageId}`)).rawPayload.equals(original)).toBe(true)
    })
  } finally {
    await close()
  }
})

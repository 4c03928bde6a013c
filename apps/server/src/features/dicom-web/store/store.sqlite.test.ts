import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import type { DicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let client: DicomWebClient
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.staff.id)
  client = await openDicomWebClient(server, token)
})
afterAll(() => server.close())

const boundary = 'a boundary=of/several:signs'
const related = `multipart/related; type="application/dicom"; boundary="${boundary}"`

const createPart = (bytes: Buffer, head = 'Content-Type: application/dicom') =>
  Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n')])
const createBody = (...parts: readonly Buffer[]) =>
  Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])

const send = (body: Buffer, { path = '/studies', type = related } = {}) =>
  client.send(path, { body, headers: { 'content-type': type } })

interface Item {
  readonly [tag: string]: { readonly Value?: readonly unknown[] }
}
interface Outcome {
  readonly [tag: string]: { readonly Value?: readonly Item[] }
}
const readItems = (response: { readonly json: () => unknown }, tag: string) =>
  ((response.json() as Outcome)[tag]?.Value ?? []).map((item) => ({
    instance: item['00081155']?.Value?.[0],
    reason: item['00081197']?.Value?.[0],
    warning: item['00081196']?.Value?.[0],
    address: item['00081190']?.Value?.[0],
  }))
const stored = (response: { readonly json: () => unknown }) => readItems(response, '00081199')
const failed = (response: { readonly json: () => unknown }) => readItems(response, '00081198')

async function countImages(name: string) {
  const rows = await server.unscopedDb
    .selectFrom('image')
    .select('image.id')
    .where('sopInstanceUID', '=', toUid(`image ${name}`))
    .execute()
  return rows.length
}

describe('instances stored by STOW-RS', () => {
  test('are stored, reported, and retrieved byte for byte', async () => {
    const files = ['in1', 'in2'].map((name) =>
      createRadiograph(name, {}, { rows: 300, columns: 200 }),
    )
    const response = await send(createBody(...files.map((bytes) => createPart(bytes))))
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('application/dicom+json')
    expect(stored(response).map(({ instance }) => instance)).toEqual([
      toUid('image in1'),
      toUid('image in2'),
    ])
    const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*'
    for (const [at, { address }] of stored(response).entries()) {
      const [part] = (await client.send(String(address), { accept })).parts()
      expect(part?.bytes.equals(files[at] ?? Buffer.alloc(0))).toBe(true)
    }
    const trail = await server.unscopedDb
      .selectFrom('auditEvent')
      .selectAll()
      .where('action', '=', 'image.import')
      .execute()
    expect(trail).toMatchObject([{ clinicId: server.first.id, subject: 'DICOMweb' }])
  })

  test('that exist already are reported as stored, and exist once', async () => {
    const again = await send(
      createBody(createPart(createRadiograph('in1', {}, { rows: 300, columns: 200 }))),
    )
    expect([again.status, stored(again)]).toMatchObject([200, [{ instance: toUid('image in1') }]])
    expect(await countImages('in1')).toBe(1)
  })

  test('may be the whole body', async () => {
    const response = await send(createRadiograph('alone'), { type: 'application/dicom' })
    expect([response.status, await countImages('alone')]).toEqual([200, 1])
  })

  test('are reported in their order when there are many, and each has its own bytes', async () => {
    const names = Array.from({ length: 20 }, (_, place) => `many ${place}`)
    // Large instances are still being written when small ones have been inserted.
    const files = names.map((name, place) =>
      createRadiograph(name, {}, { rows: place % 3 === 0 ? 900 : 30, columns: 700 }),
    )
    const response = await send(createBody(...files.map((bytes) => createPart(bytes))))
    expect(response.status).toBe(200)
    const items = stored(response)
    expect(items.map(({ instance }) => instance)).toEqual(
      names.map((name) => toUid(`image ${name}`)),
    )
    const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*'
    for (const [at, { address }] of items.entries()) {
      const [part] = (await client.send(String(address), { accept })).parts()
      expect(part?.bytes.equals(files[at] ?? Buffer.alloc(0))).toBe(true)
    }
  })

  test('are stored even if other parts fail', async () => {
    const parts = [
      createPart(Buffer.from('no image at all')),
      createPart(createRadiograph('beside')),
      createPart(Buffer.from('{}'), 'Content-Type: application/json'),
      createPart(Buffer.alloc(0)),
    ]
    const response = await send(createBody(...parts))
    expect(response.status).toBe(202)
    expect(stored(response)).toMatchObject([{ instance: toUid('image beside') }])
    expect(failed(response).map(({ reason }) => reason)).toEqual([0xc0_00, 0xc0_00, 0xc0_00])
  })

  test('of another study than the one they are sent to are refused', async () => {
    const path = `/studies/${toUid('another study')}`
    const response = await send(createBody(createPart(createRadiograph('astray'))), { path })
    expect(response.status).toBe(409)
    expect(failed(response)).toEqual([
      { instance: toUid('image astray'), reason: 0xa9_00, address: undefined },
    ])
    expect(await countImages('astray')).toBe(0)
    const right = await send(createBody(createPart(createRadiograph('at home'))), {
      path: `/studies/${toUid('study')}`,
    })
    expect(right.status).toBe(200)
  })

  test('are stored in a clinic in reach, and no other', async () => {
    const body = createBody(createPart(createRadiograph('where')))
    const theirs = await send(body, { path: `/studies?clinicId=${server.second.id}` })
    expect(theirs).toRefuse('access/other-clinic')
    expect(await countImages('where')).toBe(0)
    const ours = await send(body, { path: `/studies?clinicId=${server.first.id}` })
    expect(ours.status).toBe(200)
  })
})

describe('a malformed STOW-RS body', () => {
  test.each([
    ['no boundary', 'multipart/related; type="application/dicom"', 400],
    ['a boundary of 101', `multipart/related; boundary=${'b'.repeat(101)}`, 400],
    ['a boundary with a line in it', 'multipart/related; boundary="a\tb"', 400],
    ['another kind of part', `multipart/related; type="application/dicom+json"; boundary=x`, 415],
    ['another kind of multipart', 'multipart/form-data; boundary=x', 415],
    ['another kind of body', 'text/plain', 415],
  ])('with %s is refused', async (_name, type, status) => {
    expect((await send(createBody(createPart(createRadiograph('never'))), { type })).status).toBe(
      status,
    )
    expect(await countImages('never')).toBe(0)
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no boundary in it', Buffer.from('x'.repeat(100_000))],
    ['the end at once', Buffer.from(`--${boundary}--\r\n`)],
    ['a header without an end', createPart(Buffer.alloc(0), `X-Long: ${'x'.repeat(1_000_000)}`)],
    ['a part without an end', Buffer.from(`--${boundary}\r\n\r\nabc`)],
    ['a boundary that goes on', Buffer.from(`--${boundary}more\r\n\r\nabc\r\n--${boundary}--`)],
  ])('with %s is refused with 400', async (_name, body) => {
    expect((await send(body)).status).toBe(400)
  })

  test('a multipart within a part is refused', async () => {
    const inner = Buffer.from('--inner\r\nContent-Type: application/dicom\r\n\r\nx\r\n--inner--')
    const response = await send(
      createBody(createPart(inner, 'Content-Type: multipart/related; boundary=inner')),
    )
    expect(response.status).toBe(415)
  })

  test('a hundred thousand empty parts are refused', async () => {
    const empty = createPart(Buffer.alloc(0), '')
    const response = await send(createBody(...Array.from({ length: 100_000 }, () => empty)))
    expect(response.status).toBe(413)
  }, 180_000)

  test('instances before a truncated part are stored and reported', async () => {
    const cut = Buffer.concat([
      createPart(createRadiograph('before')),
      Buffer.from(`--${boundary}\r\nX`),
    ])
    const response = await send(cut)
    expect(response.status).toBe(202)
    expect(stored(response)).toMatchObject([{ instance: toUid('image before') }])
    expect(failed(response)).toHaveLength(1)
  })

  test('a sender that disconnects within a part leaves nothing', async () => {
    const bytes = createRadiograph('left', {}, { rows: 2000, columns: 500 })
    const outgoing = request(`${client.root}/studies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': related },
    })
    outgoing.on('error', () => undefined)
    outgoing.write(createPart(bytes).subarray(0, 1_000_000))
    await sleep(200)
    outgoing.destroy()
    const temporaries = async () => {
      const { readdir } = await import('node:fs/promises')
      return (await readdir(`${server.folder}/files/.tmp`)).length
    }
    await expect.poll(temporaries, { timeout: 5000 }).toBe(0)
    expect(await countImages('left')).toBe(0)
  })

  test('a boundary is found wherever it is split between chunks', async () => {
    const body = createBody(createPart(createRadiograph('pieces')))
    const { promise, resolve } = Promise.withResolvers<number>()
    const outgoing = request(
      `${client.root}/studies`,
      { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': related } },
      (response) => resolve(response.resume().statusCode ?? 0),
    )
    for (let at = 0; at < body.length; at += 7) {
      outgoing.write(body.subarray(at, at + 7))
      if (at % 70 === 0) await sleep(0)
    }
    outgoing.end()
    expect([await promise, await countImages('pieces')]).toEqual([200, 1])
  })
})

test('an instance of another patient is acknowledged with a warning, and not in the study', async () => {
  await send(createBody(createPart(createRadiograph('stow own'))))
  const other = { PatientID: 'X-99', PatientName: 'Gagnon^Other', PatientBirthDate: '' }
  const response = await send(createBody(createPart(createRadiograph('stow other', other))))
  expect([response.status, stored(response)]).toMatchObject([
    202,
    [{ instance: toUid('image stow other'), warning: 0xb0_00, address: undefined }],
  ])
  expect(await countImages('stow other')).toBe(0)
  const entry = await server.unscopedDb
    .selectFrom('trayEntry')
    .select(['reason', 'senderKind', 'senderName'])
    .where('sopInstanceUID', '=', toUid('image stow other'))
    .executeTakeFirst()
  expect(entry).toEqual({
    reason: 'study-differs',
    senderKind: 'dicom-web',
    senderName: server.first.users.staff.username,
  })
})

test('an instance of a class that is not stored is refused with the reason', async () => {
  const file = createRadiograph('stow worklist', { SOPClassUID: '1.2.840.10008.5.1.4.31' })
  const response = await send(createBody(createPart(file)))
  expect([response.status, failed(response)]).toMatchObject([409, [{ reason: 0x01_22 }]])
})

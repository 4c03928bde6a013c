import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dicomWebClient } from '../../testing/dicom-web.ts'
import type { DicomWebClient } from '../../testing/dicom-web.ts'
import { radiograph, uidFor } from '../../testing/dicom-objects.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

let server: TestServer
let client: DicomWebClient
let token: string

beforeAll(async () => {
  server = await testServer()
  token = await server.tokenOf(server.first.people.staff.id)
  client = await dicomWebClient(server, token)
})
afterAll(() => server.close())

const boundary = 'a boundary=of/several:signs'
const related = `multipart/related; type="application/dicom"; boundary="${boundary}"`

const partOf = (bytes: Buffer, head = 'Content-Type: application/dicom') =>
  Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n')])
const bodyOf = (...parts: readonly Buffer[]) =>
  Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])

const send = (body: Buffer, { path = '/studies', type = related } = {}) =>
  client.send(path, { body, headers: { 'content-type': type } })

interface Item {
  readonly [tag: string]: { readonly Value?: readonly unknown[] }
}
interface Outcome {
  readonly [tag: string]: { readonly Value?: readonly Item[] }
}
const itemsIn = (answer: { readonly json: () => unknown }, tag: string) =>
  ((answer.json() as Outcome)[tag]?.Value ?? []).map((item) => ({
    instance: item['00081155']?.Value?.[0],
    reason: item['00081197']?.Value?.[0],
    address: item['00081190']?.Value?.[0],
  }))
const stored = (answer: { readonly json: () => unknown }) => itemsIn(answer, '00081199')
const failed = (answer: { readonly json: () => unknown }) => itemsIn(answer, '00081198')

async function countOf(name: string) {
  const rows = await server.unscopedDb
    .selectFrom('image')
    .select('image.id')
    .where('sopInstanceUID', '=', uidFor(`image ${name}`))
    .execute()
  return rows.length
}

describe('instances', () => {
  test('come in, are told, and can be had again byte for byte', async () => {
    const files = ['in1', 'in2'].map((name) => radiograph(name, {}, { rows: 300, columns: 200 }))
    const answer = await send(bodyOf(...files.map((bytes) => partOf(bytes))))
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/dicom+json')
    expect(stored(answer).map(({ instance }) => instance)).toEqual([
      uidFor('image in1'),
      uidFor('image in2'),
    ])
    const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*'
    for (const [at, { address }] of stored(answer).entries()) {
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

  test('that are there already are told to be, and are there once', async () => {
    const again = await send(bodyOf(partOf(radiograph('in1', {}, { rows: 300, columns: 200 }))))
    expect([again.status, stored(again)]).toMatchObject([200, [{ instance: uidFor('image in1') }]])
    expect(await countOf('in1')).toBe(1)
  })

  test('come in alone, as the whole body', async () => {
    const answer = await send(radiograph('alone'), { type: 'application/dicom' })
    expect([answer.status, await countOf('alone')]).toEqual([200, 1])
  })

  test('of which many come at once are told in their order, and each has its own bytes', async () => {
    const names = Array.from({ length: 20 }, (_, place) => `many ${place}`)
    // The large ones are still being written when small ones have been filed.
    const files = names.map((name, place) =>
      radiograph(name, {}, { rows: place % 3 === 0 ? 900 : 30, columns: 700 }),
    )
    const answer = await send(bodyOf(...files.map((bytes) => partOf(bytes))))
    expect(answer.status).toBe(200)
    const told = stored(answer)
    expect(told.map(({ instance }) => instance)).toEqual(
      names.map((name) => uidFor(`image ${name}`)),
    )
    const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*'
    for (const [at, { address }] of told.entries()) {
      const [part] = (await client.send(String(address), { accept })).parts()
      expect(part?.bytes.equals(files[at] ?? Buffer.alloc(0))).toBe(true)
    }
  })

  test('come in beside those that do not', async () => {
    const parts = [
      partOf(Buffer.from('no image at all')),
      partOf(radiograph('beside')),
      partOf(Buffer.from('{}'), 'Content-Type: application/json'),
      partOf(Buffer.alloc(0)),
    ]
    const answer = await send(bodyOf(...parts))
    expect(answer.status).toBe(202)
    expect(stored(answer)).toMatchObject([{ instance: uidFor('image beside') }])
    expect(failed(answer).map(({ reason }) => reason)).toEqual([0xc0_00, 0xc0_00, 0xc0_00])
  })

  test('of another study than the one they are sent to are refused', async () => {
    const path = `/studies/${uidFor('another study')}`
    const answer = await send(bodyOf(partOf(radiograph('astray'))), { path })
    expect(answer.status).toBe(409)
    expect(failed(answer)).toEqual([
      { instance: uidFor('image astray'), reason: 0xa9_00, address: undefined },
    ])
    expect(await countOf('astray')).toBe(0)
    const right = await send(bodyOf(partOf(radiograph('at home'))), {
      path: `/studies/${uidFor('study')}`,
    })
    expect(right.status).toBe(200)
  })

  test('come into a clinic in reach, and no other', async () => {
    const body = bodyOf(partOf(radiograph('where')))
    const theirs = await send(body, { path: `/studies?clinicId=${server.second.id}` })
    expect([theirs.status, theirs.json()]).toMatchObject([403, { code: 'access/other-clinic' }])
    expect(await countOf('where')).toBe(0)
    const ours = await send(body, { path: `/studies?clinicId=${server.first.id}` })
    expect(ours.status).toBe(200)
  })
})

describe('bodies that nobody would send', () => {
  test.each([
    ['no boundary', 'multipart/related; type="application/dicom"', 400],
    ['a boundary of 101', `multipart/related; boundary=${'b'.repeat(101)}`, 400],
    ['a boundary with a line in it', 'multipart/related; boundary="a\tb"', 400],
    ['another kind of part', `multipart/related; type="application/dicom+json"; boundary=x`, 415],
    ['another kind of multipart', 'multipart/form-data; boundary=x', 415],
    ['another kind of body', 'text/plain', 415],
  ])('%s', async (_name, type, status) => {
    expect((await send(bodyOf(partOf(radiograph('never'))), { type })).status).toBe(status)
    expect(await countOf('never')).toBe(0)
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no boundary in it', Buffer.from('x'.repeat(100_000))],
    ['the end at once', Buffer.from(`--${boundary}--\r\n`)],
    ['a header without an end', partOf(Buffer.alloc(0), `X-Long: ${'x'.repeat(1_000_000)}`)],
    ['a part without an end', Buffer.from(`--${boundary}\r\n\r\nabc`)],
    ['a boundary that goes on', Buffer.from(`--${boundary}more\r\n\r\nabc\r\n--${boundary}--`)],
  ])('%s is a 400', async (_name, body) => {
    expect((await send(body)).status).toBe(400)
  })

  test('a body in a body is no image', async () => {
    const inner = Buffer.from('--inner\r\nContent-Type: application/dicom\r\n\r\nx\r\n--inner--')
    const answer = await send(
      bodyOf(partOf(inner, 'Content-Type: multipart/related; boundary=inner')),
    )
    expect(answer.status).toBe(415)
  })

  test('a hundred thousand parts of nothing are cut off', async () => {
    const empty = partOf(Buffer.alloc(0), '')
    const answer = await send(bodyOf(...Array.from({ length: 100_000 }, () => empty)))
    expect(answer.status).toBe(413)
  }, 60_000)

  test('what came in before a body broke is told', async () => {
    const cut = Buffer.concat([partOf(radiograph('before')), Buffer.from(`--${boundary}\r\nX`)])
    const answer = await send(cut)
    expect(answer.status).toBe(202)
    expect(stored(answer)).toMatchObject([{ instance: uidFor('image before') }])
    expect(failed(answer)).toHaveLength(1)
  })

  test('a sender that leaves in the middle of a part leaves nothing', async () => {
    const bytes = radiograph('left', {}, { rows: 2000, columns: 500 })
    const outgoing = request(`${client.root}/studies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': related },
    })
    outgoing.on('error', () => undefined)
    outgoing.write(partOf(bytes).subarray(0, 1_000_000))
    await sleep(200)
    outgoing.destroy()
    const temporaries = async () => {
      const { readdir } = await import('node:fs/promises')
      return (await readdir(`${server.folder}/files/.tmp`)).length
    }
    await expect.poll(temporaries, { timeout: 5000 }).toBe(0)
    expect(await countOf('left')).toBe(0)
  })

  test('a boundary is found wherever the pieces of a body break', async () => {
    const body = bodyOf(partOf(radiograph('pieces')))
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
    expect([await promise, await countOf('pieces')]).toEqual([200, 1])
  })
})

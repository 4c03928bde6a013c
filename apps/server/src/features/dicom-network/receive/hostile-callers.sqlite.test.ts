import { once } from 'node:events'
import { connect } from 'node:net'
import { writeDataSet } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeAssociateRequest } from '../../../dimse/associate-pdu.ts'
import { pdvFlags } from '../../../dimse/pdu.ts'
import { expectSoon } from '../../../dimse/testing/acceptor-fixture.ts'
import { connectRaw } from '../../../dimse/testing/test-acceptor.ts'
import { encodeCommandPdu, encodeDataPdu } from '../../../dimse/testing/test-pdus.ts'
import { uids } from '../../../dimse/index.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startReceivingServer } from '../../../testing/dicom/receiving-server.ts'
import type { ReceivingServer } from '../../../testing/dicom/receiving-server.ts'

// Callers that violate what was negotiated for the association.
let server: ReceivingServer
beforeAll(async () => {
  server = await startReceivingServer()
  await server.allowCallers(server.second.id, 'FRIEND')
})
afterAll(() => server.close())

const explicit = { isExplicit: true }
const dx = '1.2.840.10008.5.1.4.1.1.1.1'
const dataSetOf = (file: Buffer) => file.subarray(144 + file.readUInt32LE(140))

/** (0000,0900) Status of the first response. */
function statusIn(bytes: Buffer): number | undefined {
  const at = bytes.indexOf(Buffer.from([0, 0, 0, 9, 2, 0, 0, 0]))
  return at < 0 ? undefined : bytes.readUInt16LE(at + 8)
}

/** Negotiates a verification context only, and sends another command in it. */
async function sneak(
  called: string,
  command: Parameters<typeof encodeCommandPdu>[1],
  data: Uint8Array,
) {
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  const contexts = [
    { id: 1, abstractSyntax: uids.verification, transferSyntaxes: [uids.explicitLittleEndian] },
  ]
  socket.write(encodeAssociateRequest({ calling: 'STRANGER', called, contexts, roles: new Map() }))
  await once(socket, 'readable')
  socket.write(encodeCommandPdu(1, command, true))
  socket.write(encodeDataPdu(1, pdvFlags.last, data))
  let received = Buffer.alloc(0)
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, chunk])
    if (statusIn(received) !== undefined) break
  }
  socket.destroy()
  return statusIn(received)
}

test('a query in a presentation context of another class is refused', async () => {
  const identifier = writeDataSet({ QueryRetrieveLevel: 'STUDY', StudyInstanceUID: '' }, explicit)
  const classes = [
    [uids.studyRootFind, 0x20],
    [uids.worklistFind, 0x20],
    [uids.studyRootGet, 0x10],
    [uids.studyRootMove, 0x21],
    [uids.verification, 0x20],
  ] as const
  for (const [affectedClass, field] of classes)
    expect(
      await sneak('FIRST', { affectedClass, field, messageId: 1, priority: 0 }, identifier),
    ).toBe(0x0122)
})

test('an image in a presentation context of another class is not stored', async () => {
  const file = createRadiograph('sneaked')
  const command = {
    affectedClass: dx,
    field: 1,
    messageId: 1,
    priority: 0,
    affectedInstance: toUid('image sneaked'),
  }
  expect(await sneak('FIRST', command, dataSetOf(file))).toBe(0x0122)
  expect(await server.findImage(toUid('image sneaked'))).toBeUndefined()
})

test('malformed identifiers and values with SQL or wildcard characters do no harm', async () => {
  const association = await server.associate([uids.studyRootFind, uids.worklistFind], {
    called: 'SECOND',
    calling: 'FRIEND',
  })
  const find = async (identifier: Uint8Array, sopClass: string = uids.studyRootFind) => {
    let count = 0
    for await (const _hit of association.find(sopClass, identifier)) count += 1
    return count
  }
  await expect(find(Buffer.alloc(500, 0xff))).rejects.toMatchObject({ code: 'failure-status' })
  await expect(find(Buffer.alloc(0))).rejects.toMatchObject({ code: 'failure-status' })
  const nasty = [
    "'; drop table study; --",
    '%',
    '_',
    `${'*'.repeat(16)}q`,
    'é'.repeat(60),
    'a'.repeat(9999),
  ]
  for (const value of nasty)
    for (const [tag, level] of Object.entries({
      '10002000': 'PatientID',
      '10001000': 'PatientName',
      '20000d00': 'StudyInstanceUID',
      '08005000': 'AccessionNumber',
      '08002000': 'StudyDate',
    })) {
      // Encoded by hand, because our own writer refuses such values.
      const bytes = Buffer.from(`${value}${'\0'.repeat(2 + (Buffer.byteLength(value) % 2))}x\0`)
      const head = Buffer.from(`${tag.slice(0, 4)}${tag.slice(4)}4c4f0000`, 'hex')
      head.writeUInt16LE(bytes.length, 6)
      const key = Buffer.concat([head, bytes])
      const studies = writeDataSet({ QueryRetrieveLevel: 'STUDY' }, explicit)
      const isBefore = level === 'AccessionNumber' || level === 'StudyDate'
      const identifier = Buffer.concat(isBefore ? [key, studies] : [studies, key])
      expect([value.slice(0, 9), level, await find(identifier)]).toEqual([
        value.slice(0, 9),
        level,
        0,
      ])
      expect(await find(key, uids.worklistFind)).toBe(0)
    }
  // The clinic's own study is still there.
  expect(await find(writeDataSet({ QueryRetrieveLevel: 'STUDY' }, explicit))).toBeGreaterThan(0)
  await association.release()
})

test.skipIf(process.platform !== 'linux')(
  'a listed device connects while strangers hold hundreds of silent connections',
  async () => {
    const silent = Array.from({ length: 300 }, () => connectRaw(server.port, '127.0.7.1'))
    await Promise.all(silent.map(({ socket }) => once(socket, 'connect')))
    const association = await server.associate([uids.verification], {
      called: 'SECOND',
      calling: 'FRIEND',
    })
    await association.release()
    await expectSoon(() => silent.filter(({ socket }) => !socket.destroyed).length).toBe(16)
    for (const { socket } of silent) socket.destroy()
  },
)

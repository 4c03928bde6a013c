import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decodeAssociateAccept,
  decodeAssociateRequest,
  encodeAssociateAccept,
  encodeAssociateRequest,
} from './associate-pdu.ts'
import { decodeCommand, encodeCommand } from './command-set.ts'
import { DimseFault, isStorageClass } from './index.ts'
import { MessageReader } from './message-reader.ts'
import type { DimseMessage } from './message-reader.ts'
import {
  encodeEchoCommand,
  encodeTestRequest,
  encodeStoreCommand,
  encodeDataPdu,
} from './testing/test-pdus.ts'
import { PduReader } from './pdu-reader.ts'
import {
  encodeAbort,
  maxPduLength,
  encodeReject,
  encodeReleaseResponse,
  encodeReleaseRequest,
} from './pdu.ts'

/** A fixed seed, so that failures can be reproduced. */
const runs = { seed: 20_240_917, numRuns: 3000 }

/** PDUs as text with their PDVs joined, independent of the chunks. */
function read(parts: readonly Uint8Array[]): string[] {
  const found: string[] = []
  let fragment: Buffer[] = []
  const reader = new PduReader(
    {
      onPdu: (type, body) => found.push(`${type} ${body.toString('hex')}`),
      onFragment: (contextId, control, bytes, isEnd) => {
        fragment.push(bytes)
        if (!isEnd) return
        found.push(`4 ${contextId} ${control} ${Buffer.concat(fragment).toString('hex')}`)
        fragment = []
      },
    },
    maxPduLength,
  )
  for (const part of parts) reader.push(Buffer.from(part))
  return found
}
const cutAt = (whole: Buffer, cuts: readonly number[]) => {
  const bounds = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
  return bounds.slice(1).map((end, index) => whole.subarray(bounds[index], end))
}

const twoFragments = Buffer.from('04000000000f000000040303080900000003010207', 'hex')

test('PDUs are read alike for any split into chunks', () => {
  const units = [
    encodeReject({ result: 1, source: 2, reason: 7 }),
    twoFragments,
    encodeDataPdu(3, 2, Buffer.alloc(0)),
    encodeReleaseRequest(),
    encodeReleaseResponse(),
    encodeAbort(2, 6),
  ]
  const whole = Buffer.concat(units)
  const expected = [
    '3 00010207',
    '4 3 3 0809',
    '4 1 2 07',
    '4 3 2 ',
    '5 00000000',
    '6 00000000',
    '7 00000206',
  ]
  fc.assert(
    fc.property(fc.array(fc.nat(whole.length)), (cuts) => {
      expect(read(cutAt(whole, cuts))).toEqual(expected)
    }),
    { ...runs, numRuns: 500 },
  )
})

const isFault = (error: unknown) => error instanceof DimseFault && error.code === 'not-dicom'
function isReadOrRefused(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    return isFault(error)
  }
}

test('arbitrary bytes are read or refused as not DICOM', () => {
  // With a valid header, so that the body is decoded too.
  const unit = fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.uint8Array({ maxLength: 200 }))
    .map(([type, body]) => Buffer.from([type, 0, 0, 0, 0, body.length, ...body]))
  const parts = fc.array(fc.oneof(unit, fc.uint8Array({ maxLength: 50 })), { maxLength: 5 })
  fc.assert(
    fc.property(parts, (given) => isReadOrRefused(() => read(given))),
    runs,
  )
})

/** Valid bytes with some of them changed, and perhaps truncated. */
const damaged = (bytes: Buffer) =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }),
      fc.option(fc.nat(bytes.length)),
    )
    .map(([changes, end]) => {
      const copy = Buffer.from(bytes)
      for (const [at, value] of changes) copy.writeUInt8(value, at)
      return copy.subarray(0, end ?? bytes.length)
    })

test.each([
  ['request', decodeAssociateRequest, encodeTestRequest().subarray(6)],
  ['acceptance', decodeAssociateAccept, encodeTestRequest().subarray(6)],
  ['command', decodeCommand, encodeCommand({ field: 1, affectedClass: '1.2', messageId: 9 }, true)],
] as const)('a damaged %s is read or refused as not DICOM', (_what, decode, bytes) => {
  fc.assert(
    fc.property(damaged(bytes), (given) => isReadOrRefused(() => decode(given))),
    runs,
  )
})

test('damaged messages are read or refused, and buffered bytes are counted', () => {
  const bytes = Buffer.concat([
    encodeEchoCommand(),
    encodeStoreCommand(),
    encodeDataPdu(3, 2, Buffer.alloc(40)),
  ])
  fc.assert(
    fc.property(damaged(bytes), fc.array(fc.nat(bytes.length)), (given, cuts) => {
      let held = 0
      const messages: DimseMessage[] = []
      const flow = { hold: (count: number) => (held += count), free: () => undefined }
      const joined = new MessageReader(flow, 1000, (message) => messages.push(message))
      const sink = {
        onPdu: () => undefined,
        onFragment: joined.addFragment.bind(joined),
      }
      const reader = new PduReader(sink, maxPduLength)
      const isRight = isReadOrRefused(() => {
        for (const part of cutAt(
          given,
          cuts.map((at) => Math.min(at, given.length)),
        ))
          reader.push(part)
      })
      return isRight && held <= bytes.length
    }),
    runs,
  )
})

test('a PDU header with an excessive length is refused at once', () => {
  for (const head of ['04000004000 1', '0100ffffffff', '020000040001', '070000000041'])
    expect(() => read([Buffer.from(head.replace(' ', ''), 'hex')])).toThrow(DimseFault)
})

test('a peer that is not DICOM is refused at its first byte', () => {
  expect(() => read([Buffer.from('H')])).toThrow(DimseFault)
  expect(() => read([Buffer.from([0x15, 3])])).toThrow(
    expect.objectContaining({ isTlsAlert: true }),
  )
})

test('associate PDUs are decoded as they were encoded', () => {
  const roles = new Map([['1.2.840.10008.5.1.4.1.1.7', { scu: false, scp: true }]])
  const contexts = Array.from({ length: 128 }, (_, index) => ({
    id: index * 2 + 1,
    abstractSyntax: `1.2.840.10008.5.1.4.1.1.${index}`,
    transferSyntaxes: ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1'],
  }))
  const request = { calling: 'TALUS', called: 'A TITLE OF 16 CH', contexts, roles }
  expect(decodeAssociateRequest(encodeAssociateRequest(request).subarray(6))).toMatchObject({
    ...request,
    maxPduLength,
    protocolVersion: 1,
    applicationContext: '1.2.840.10008.3.1.1.1',
    implementationVersion: 'TALUS',
  })
  const answered = contexts.map(({ id }) => ({ id, result: id % 5, transferSyntax: '1.2.3' }))
  const accept = { ...request, contexts: answered }
  expect(decodeAssociateAccept(encodeAssociateAccept(accept).subarray(6))).toMatchObject(accept)
})

test('presentation context IDs must be odd and unique', () => {
  const syntax = { abstractSyntax: '1.2', transferSyntaxes: ['1.2.3'] }
  const of = (...ids: readonly number[]) => {
    const contexts = ids.map((id) => ({ id, ...syntax }))
    return decodeAssociateRequest(
      encodeAssociateRequest({ calling: 'A', called: 'B', contexts, roles: new Map() }).subarray(6),
    )
  }
  expect(of(1, 3).contexts).toHaveLength(2)
  expect(() => of(2)).toThrow(DimseFault)
  expect(() => of(1, 1)).toThrow(DimseFault)
})

test('a command set is decoded as it was encoded', () => {
  const command = {
    affectedClass: '1.2.840.10008.5.1.4.1.1.7',
    field: 0x8021,
    messageId: 65_535,
    respondingTo: 7,
    destination: 'VIEWER',
    priority: 2,
    status: 0xb000,
    comment: 'two did not go',
    affectedInstance: '1.2.3',
    remaining: 0,
    completed: 1,
    failed: 2,
    warning: 3,
    moveOriginator: 'TALUS',
    moveOriginatorId: 12,
  }
  const bytes = encodeCommand(command, true)
  expect(bytes.readUInt32LE(8)).toBe(bytes.length - 12)
  expect(decodeCommand(bytes)).toEqual({ ...command, datasetType: 1 })
})

test('storage SOP classes are recognized', () => {
  const privates = new Set(['1.3.12.2.1107.5.9.1'])
  expect(isStorageClass('1.2.840.10008.5.1.4.1.1.1.1')).toBe(true)
  expect(isStorageClass('1.2.840.10008.5.1.4.1.1.104.1')).toBe(true)
  expect(isStorageClass('1.2.840.10008.5.1.4.45.1')).toBe(true)
  expect(isStorageClass('1.2.840.10008.5.1.4.34.7')).toBe(true)
  expect(isStorageClass('1.2.840.10008.5.1.4.1.2.2.1')).toBe(false)
  expect(isStorageClass('1.2.840.10008.1.1')).toBe(false)
  expect(isStorageClass('1.2.840.10008.5.1.4.1.1.7/../..')).toBe(false)
  expect(isStorageClass('1.3.12.2.1107.5.9.1')).toBe(false)
  expect(isStorageClass('1.3.12.2.1107.5.9.1', privates)).toBe(true)
  expect(isStorageClass(`1.2.840.10008.5.1.4.1.1.${'1'.repeat(41)}`)).toBe(false)
  expect(isStorageClass('1.2.840.10008.5.1.4.1.1..1')).toBe(false)
})

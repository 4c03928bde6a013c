import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeAccept, decodeRequest, encodeAccept, encodeRequest } from './associate.ts'
import { decodeCommand, encodeCommand } from './command.ts'
import { DimseFault, isStorageClass, isUid } from './index.ts'
import { MessageReader } from './message-reader.ts'
import type { Message } from './message-reader.ts'
import { echoCommand, requestUnit, storeCommand, dataUnit } from './testing/script.ts'
import { UnitReader } from './unit-reader.ts'
import { abortUnit, dataMax, rejectUnit, releaseReply, releaseRequest } from './units.ts'

/** Always the same cases. */
const runs = { seed: 20_240_917, numRuns: 3000 }

/** Units as text, fragments joined: how they were cut is not seen. */
function read(parts: readonly Uint8Array[]): string[] {
  const found: string[] = []
  let fragment: Buffer[] = []
  const reader = new UnitReader(
    {
      unit: (type, body) => found.push(`${type} ${body.toString('hex')}`),
      fragment: (contextId, control, bytes, isEnd) => {
        fragment.push(bytes)
        if (!isEnd) return
        found.push(`4 ${contextId} ${control} ${Buffer.concat(fragment).toString('hex')}`)
        fragment = []
      },
    },
    dataMax,
  )
  for (const part of parts) reader.push(Buffer.from(part))
  return found
}
const cutAt = (whole: Buffer, cuts: readonly number[]) => {
  const bounds = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
  return bounds.slice(1).map((end, index) => whole.subarray(bounds[index], end))
}

const twoFragments = Buffer.from('04000000000f000000040303080900000003010207', 'hex')

test('units are the same however the bytes were cut', () => {
  const units = [
    rejectUnit({ result: 1, source: 2, reason: 7 }),
    twoFragments,
    dataUnit(3, 2, Buffer.alloc(0)),
    releaseRequest(),
    releaseReply(),
    abortUnit(2, 6),
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

test('whatever is sent, it is read or it is not DICOM', () => {
  // Units with a head that is right, so that what is inside is looked at too.
  const unit = fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.uint8Array({ maxLength: 200 }))
    .map(([type, body]) => Buffer.from([type, 0, 0, 0, 0, body.length, ...body]))
  const parts = fc.array(fc.oneof(unit, fc.uint8Array({ maxLength: 50 })), { maxLength: 5 })
  fc.assert(
    fc.property(parts, (given) => isReadOrRefused(() => read(given))),
    runs,
  )
})

/** Good bytes with some of them changed, and perhaps cut off. */
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
  ['request', decodeRequest, requestUnit().subarray(6)],
  ['acceptance', decodeAccept, requestUnit().subarray(6)],
  ['command', decodeCommand, encodeCommand({ field: 1, affectedClass: '1.2', messageId: 9 }, true)],
] as const)('a damaged %s is read or it is not DICOM', (_what, decode, bytes) => {
  fc.assert(
    fc.property(damaged(bytes), (given) => isReadOrRefused(() => decode(given))),
    runs,
  )
})

test('damaged messages are read or they are not DICOM, and what is kept is counted', () => {
  const bytes = Buffer.concat([echoCommand(), storeCommand(), dataUnit(3, 2, Buffer.alloc(40))])
  fc.assert(
    fc.property(damaged(bytes), fc.array(fc.nat(bytes.length)), (given, cuts) => {
      let held = 0
      const messages: Message[] = []
      const flow = { hold: (count: number) => (held += count), free: () => undefined }
      const joined = new MessageReader(flow, 1000, (message) => messages.push(message))
      const sink = {
        unit: () => undefined,
        fragment: joined.fragment.bind(joined),
      }
      const reader = new UnitReader(sink, dataMax)
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

test('a unit of more than was agreed is not waited for', () => {
  for (const head of ['04000004000 1', '0100ffffffff', '020000040001', '070000000041'])
    expect(() => read([Buffer.from(head.replace(' ', ''), 'hex')])).toThrow(DimseFault)
})

test('a slow stranger is known by the first byte', () => {
  expect(() => read([Buffer.from('H')])).toThrow(DimseFault)
  expect(() => read([Buffer.from([0x15, 3])])).toThrow(
    expect.objectContaining({ isTlsAlert: true }),
  )
})

test('what we write of an association is what we read', () => {
  const roles = new Map([['1.2.840.10008.5.1.4.1.1.7', { scu: false, scp: true }]])
  const contexts = Array.from({ length: 128 }, (_, index) => ({
    id: index * 2 + 1,
    abstractSyntax: `1.2.840.10008.5.1.4.1.1.${index}`,
    transferSyntaxes: ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1'],
  }))
  const request = { calling: 'TALUS', called: 'A TITLE OF 16 CH', contexts, roles }
  expect(decodeRequest(encodeRequest(request).subarray(6))).toMatchObject({
    ...request,
    dataMax,
    protocolVersion: 1,
    applicationContext: '1.2.840.10008.3.1.1.1',
    implementationVersion: 'TALUS',
  })
  const answered = contexts.map(({ id }) => ({ id, result: id % 5, transferSyntax: '1.2.3' }))
  const accept = { ...request, contexts: answered }
  expect(decodeAccept(encodeAccept(accept).subarray(6))).toMatchObject(accept)
})

test('contexts are odd, each there once, and 128 at most', () => {
  const syntax = { abstractSyntax: '1.2', transferSyntaxes: ['1.2.3'] }
  const of = (...ids: readonly number[]) => {
    const contexts = ids.map((id) => ({ id, ...syntax }))
    return decodeRequest(
      encodeRequest({ calling: 'A', called: 'B', contexts, roles: new Map() }).subarray(6),
    )
  }
  expect(of(1, 3).contexts).toHaveLength(2)
  expect(() => of(2)).toThrow(DimseFault)
  expect(() => of(1, 1)).toThrow(DimseFault)
})

test('what we write of a command is what we read', () => {
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

test('which classes are stored', () => {
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
  expect(isUid('1'.repeat(65))).toBe(false)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NotDicom, echoStatus, readPdus } from './pdu.ts'
import type { Pdu } from './pdu.ts'

async function* chunks(parts: readonly Uint8Array[]) {
  for (const part of parts) yield Buffer.from(part)
}
async function read(parts: readonly Uint8Array[]): Promise<Pdu[]> {
  const found: Pdu[] = []
  for await (const pdu of readPdus(chunks(parts))) found.push(pdu)
  return found
}

const rejection = Buffer.from([3, 0, 0, 0, 0, 4, 0, 1, 1, 7])
const abort = Buffer.from([7, 0, 0, 0, 0, 4, 0, 0, 0, 0])
const reply = Buffer.from([4, 0, 0, 0, 0, 8, 0, 0, 0, 4, 1, 3, 8, 9])

test('units are the same however the bytes were cut', async () => {
  const whole = Buffer.concat([rejection, reply, abort])
  const expected = [
    { kind: 'reject', result: 1, source: 1, reason: 7 },
    {
      kind: 'data',
      fragments: [{ isCommand: true, isLast: true, bytes: Buffer.from([8, 9]) }],
    },
    { kind: 'abort' },
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(whole.length)).map((cuts) => cuts.toSorted((a, b) => a - b)),
      async (cuts) => {
        const bounds = [0, ...cuts, whole.length]
        const parts = bounds.slice(1).map((end, index) => whole.subarray(bounds[index], end))
        expect(await read(parts)).toEqual(expected)
      },
    ),
  )
})

test('whatever is sent, it is read or it is not DICOM', async () => {
  // Units with a head that is right, so that what is inside is looked at too.
  const unit = fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.uint8Array({ maxLength: 200 }))
    .map(([type, body]) => Buffer.from([type, 0, 0, 0, 0, body.length, ...body]))
  const parts = fc.array(fc.oneof(unit, fc.uint8Array({ maxLength: 50 })), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(parts, async (given) => {
      await read(given).catch((error: unknown) => expect(error).toBeInstanceOf(NotDicom))
    }),
    { numRuns: 2000 },
  )
})

test('whatever command is sent, it has a status or it is not DICOM', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      try {
        return Number.isInteger(echoStatus(Buffer.from(bytes)))
      } catch (error) {
        return error instanceof NotDicom
      }
    }),
    { numRuns: 2000 },
  )
})

test('a unit of more than was agreed is not waited for', async () => {
  await expect(read([Buffer.from([2, 0, 0, 0, 0x40, 1])])).rejects.toThrow(NotDicom)
})

test('a slow stranger is known by the first byte', async () => {
  await expect(read([Buffer.from('H')])).rejects.toThrow(NotDicom)
})

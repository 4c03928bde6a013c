import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { displayableSyntaxes, isStorageClass, storedOnlySyntaxes, uids } from '../../dimse/index.ts'
import { startReceivingServer } from '../../testing/dicom/receiving-server.ts'
import type { ReceivingServer } from '../../testing/dicom/receiving-server.ts'
import { storageClasses } from '../../testing/dicom/storage-classes.ts'
import { queryClasses } from './callers/admission.ts'
import { storeFailures } from './receive/store-fault.ts'

// docs/dicom-conformance.md lists exactly what the tables of the code hold and the server accepts.
let server: ReceivingServer
let statement: string
beforeAll(async () => {
  server = await startReceivingServer()
  await server.allowCallers(server.second.id, 'FRIEND')
  const path = join(import.meta.dirname, '../../../../../docs/dicom-conformance.md')
  statement = (await readFile(path, 'utf8')).replaceAll(/ +/gu, ' ')
})
afterAll(() => server.close())

const syntaxes = { ...displayableSyntaxes, ...storedOnlySyntaxes }

/** Table rows with a UID in their first cell. */
const uidLines = () =>
  [...statement.matchAll(/^\| `([0-9.]+)` \| ([^|]+) \|/gmu)].map(([, uid, name]) => [uid, name])

describe('the conformance statement', () => {
  test('the conformance statement lists exactly the supported SOP classes and transfer syntaxes', () => {
    const known = {
      [uids.verification]: 'Verification',
      ...queryClasses,
      ...storageClasses,
      ...syntaxes,
    }
    const byText = (one: readonly unknown[], other: readonly unknown[]) =>
      String(one[0]).localeCompare(String(other[0]))
    expect(uidLines().toSorted(byText)).toEqual(Object.entries(known).toSorted(byText))
  })

  test('the conformance statement lists every failure status of C-STORE', () => {
    for (const status of [...Object.values(storeFailures), 0xc000, 0x0110, 0x0117, 0x0122])
      expect(statement).toContain(`| ${status.toString(16).toUpperCase().padStart(4, '0')} |`)
  })
})

describe('the server', () => {
  const accepted = async (
    classes: readonly string[],
    options: Parameters<ReceivingServer['associate']>[1],
  ) => {
    const { contexts, release } = await server.associate(classes, options)
    await release()
    return contexts.map(({ abstractSyntax, transferSyntax }) => [abstractSyntax, transferSyntax])
  }

  test('the server accepts every storage class of the conformance statement', async () => {
    const classes = Object.keys(storageClasses)
    expect(classes.every((uid) => isStorageClass(uid))).toBe(true)
    const taken = await accepted(classes, {})
    expect(taken.map(([uid]) => uid)).toEqual(classes)
  })

  test('the server accepts exactly the transfer syntaxes of the conformance statement', async () => {
    const [dx = ''] = Object.keys(storageClasses)
    for (const syntax of Object.keys(syntaxes))
      expect(await accepted([dx], { syntaxes: [syntax] })).toEqual([[dx, syntax]])
    for (const syntax of ['1.2.840.10008.1.2.1.99', '1.2.840.10008.1.2.4.94'])
      expect(await accepted([dx], { syntaxes: [syntax] })).toEqual([])
  })

  test('the server chooses the first proposed transfer syntax that it can display', async () => {
    const [dx = ''] = Object.keys(storageClasses)
    const [jpegXl, lossless] = ['1.2.840.10008.1.2.4.110', '1.2.840.10008.1.2.4.70']
    const choose = async (...proposed: string[]) =>
      (await accepted([dx], { syntaxes: proposed }))[0]?.[1]
    expect(await choose(lossless, uids.explicitLittleEndian)).toBe(lossless)
    expect(await choose(uids.implicitLittleEndian, lossless)).toBe(uids.implicitLittleEndian)
    expect(await choose(jpegXl, uids.explicitLittleEndian)).toBe(uids.explicitLittleEndian)
  })

  test('the server accepts query contexts of listed callers only', async () => {
    const classes = [uids.verification, ...Object.keys(queryClasses)]
    const named = { called: 'SECOND', calling: 'FRIEND' }
    expect((await accepted(classes, named)).map(([uid]) => uid)).toEqual(classes)
    expect((await accepted(classes, {})).map(([uid]) => uid)).toEqual([uids.verification])
  })
})

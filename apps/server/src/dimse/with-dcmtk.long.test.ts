import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noOpenssl, createSelfSignedCertificate } from '../testing/network/certificate.ts'
import { hasDcmtk, noDcmtk, startStorescp } from '../testing/dicom/dcmtk.ts'
import { DimseFault, createStatusFault, openAssociation, statuses, uids } from './index.ts'
import type { OutgoingObject, SubOperation } from './index.ts'
import { encodeIdentifier, createTestObject } from './testing/test-objects.ts'
import type { TestObject } from './testing/test-objects.ts'
import { startTestAcceptor } from './testing/test-acceptor.ts'

// Starting programs and creating keys takes time on a busy computer.
vi.setConfig({ testTimeout: 30_000 })

let folder: string
const closing: (() => Promise<unknown>)[] = []
beforeEach(async ({ skip }) => {
  skip(!hasDcmtk, noDcmtk)
  folder = await mkdtemp(join(tmpdir(), 'talus-dimse-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const started = async (...args: Parameters<typeof startTestAcceptor>) => {
  const acceptor = await startTestAcceptor(...args)
  closing.push(() => acceptor.stop(0))
  return acceptor
}
/** Output and exit code of a program; without TCP_NODELAY it waits for delayed acknowledgements. */
async function run(program: string, ...args: readonly (string | number)[]) {
  const env = { ...process.env, TCP_NODELAY: '1' }
  const given = args.map(String)
  return promisify(execFile)(program, given, { env, cwd: folder, timeout: 25_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, output: stdout + stderr }
    },
  )
}
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const summary = ({ sopClass, sopInstance, transferSyntax, dataset }: TestObject) => ({
  sopClass,
  sopInstance,
  transferSyntax,
  size: dataset.length,
  hash: hashOf(dataset),
})
async function write(objects: readonly TestObject[]): Promise<string[]> {
  const paths = objects.map(({ sopInstance }) => join(folder, `${sopInstance}.dcm`))
  for (const [at, { file }] of objects.entries()) await writeFile(paths[at] ?? '', file)
  return paths
}

describe('echoscu', () => {
  test('echoscu is answered and releases the association', async () => {
    const { port, reports, countOpen } = await started()
    expect(await run('echoscu', '--repeat', 3, '127.0.0.1', port)).toMatchObject({ code: 0 })
    await expect.poll(countOpen).toBe(0)
    expect(reports).toEqual([])
  })

  test('echoscu shows the reason of a rejection', async () => {
    const { port } = await started({
      admit: () => ({ isAdmitted: false, rejection: { result: 1, source: 1, reason: 7 } }),
    })
    const { code, output } = await run('echoscu', '127.0.0.1', port)
    expect(code).not.toBe(0)
    expect(output).toContain('Called AE Title Not Recognized')
  })

  test('a caller is known by AE titles, address and proposed contexts', async () => {
    const callers: unknown[] = []
    const { port } = await started({
      admit: ({ calling, called, address, isTls, contexts }) => {
        callers.push({ calling, called, address, isTls, contexts: contexts.length })
        return { isAdmitted: true, session: calling }
      },
    })
    await run('echoscu', '-aet', 'MODALITY', '-aec', 'TALUS', '-ppc', 128, '127.0.0.1', port)
    expect(callers).toEqual([
      { calling: 'MODALITY', called: 'TALUS', address: '127.0.0.1', isTls: false, contexts: 128 },
    ])
  })
})

describe('storescu', () => {
  test.each([
    ['-xi', uids.implicitLittleEndian],
    ['-xe', uids.explicitLittleEndian],
    ['-xy', '1.2.840.10008.1.2.4.50'],
    ['-xs', '1.2.840.10008.1.2.4.70'],
    ['-xt', '1.2.840.10008.1.2.4.80'],
    ['-xv', '1.2.840.10008.1.2.4.90'],
    ['-xr', '1.2.840.10008.1.2.5'],
  ])('storescu %s sends objects that arrive byte for byte', async (option, transferSyntax) => {
    const { port, stored, reports } = await started()
    const objects = [1, 64, 2048].map((rows) =>
      createTestObject({ sopInstance: `1.2.3.4.${rows}`, transferSyntax, rows }),
    )
    const paths = await write(objects)
    const { code, output } = await run('storescu', option, '-R', '127.0.0.1', port, ...paths)
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(stored).toEqual(objects.map(summary))
    expect(reports).toEqual([])
  })

  test('storescu proposes 128 contexts and sends an image of 14 MB', async () => {
    const { port, stored } = await started()
    const object = createTestObject({ sopInstance: '1.2.3.4', rows: 14_000 })
    const paths = await write([object])
    expect(await run('storescu', '127.0.0.1', port, ...paths)).toMatchObject({ code: 0 })
    expect(stored).toEqual([summary(object)])
  })

  test('storescu receives failure statuses and sends the next object', async () => {
    let count = 0
    const { port, reports } = await started({
      handlers: {
        store: async () => {
          count += 1
          if (count === 1) throw createStatusFault(statuses.outOfResources, 'disk full')
          if (count === 2) throw new Error('a fault of ours')
          return { status: statuses.success }
        },
      },
    })
    const objects = [1, 2, 3].map((end) =>
      createTestObject({ sopInstance: `1.2.3.${end}`, rows: 2048 }),
    )
    const args = ['-nh', '-v', '127.0.0.1', port, ...(await write(objects))]
    const { output } = await run('storescu', ...args)
    const answers = [...output.matchAll(/Received Store Response \((.*)\)/gu)]
    expect(answers.map(([, status]) => status)).toEqual([
      'Refused: OutOfResources',
      expect.stringMatching(/0x?0110|Unknown|Failure/u),
      'Success',
    ])
    expect(reports).toEqual([new Error('a fault of ours')])
  })

  test('storescu and echoscu are answered over TLS', async ({ skip }) => {
    const certificate = await createSelfSignedCertificate('localhost')
    if (certificate === undefined) return skip(noOpenssl)
    closing.push(certificate.remove)
    const seen: boolean[] = []
    const { port, stored, countOpen } = await started({
      tls: { key: certificate.key, cert: certificate.cert },
      admit: ({ calling, isTls }) => {
        seen.push(isTls)
        return { isAdmitted: true, session: calling }
      },
    })
    const object = createTestObject({ sopInstance: '1.2.3.4', rows: 2048 })
    const paths = await write([object])
    expect(await run('echoscu', '+tla', '-ic', '127.0.0.1', port)).toMatchObject({ code: 0 })
    expect(await run('storescu', '+tla', '-ic', '127.0.0.1', port, ...paths)).toMatchObject({
      code: 0,
    })
    expect(stored).toEqual([summary(object)])
    expect(seen).toEqual([true, true])
    // An unencrypted caller is refused.
    expect((await run('echoscu', '-to', 2, '127.0.0.1', port)).code).not.toBe(0)
    await expect.poll(countOpen).toBe(0)
  })
})

describe('findscu', () => {
  const query = ['-S', '-v', '-k', 'QueryRetrieveLevel=STUDY', '-k', 'PatientID'] as const

  test('findscu receives all matches', async () => {
    const asked: Buffer[] = []
    const { port } = await started({
      handlers: {
        find: async function* ({ identifier: given }) {
          asked.push(given)
          for (let count = 1; count <= 300; count += 1) yield encodeIdentifier(`P-${count}`)
        },
      },
    })
    const { code, output } = await run('findscu', ...query, '127.0.0.1', port)
    expect(code).toBe(0)
    expect(output.match(/\[P-\d+ ?\]/gu)).toHaveLength(300)
    expect(output).toContain('Received Final Find Response (Success)')
    expect(asked[0]?.includes('STUDY')).toBe(true)
  })

  test('findscu cancels a query', async () => {
    let sent = 0
    const { port } = await started({
      handlers: {
        find: async function* ({ signal }) {
          while (!signal.aborted) {
            sent += 1
            yield encodeIdentifier(`P-${sent}`)
            await new Promise((resolve) => setTimeout(resolve, 2))
          }
        },
      },
    })
    const { output } = await run('findscu', ...query, '--cancel', 5, '127.0.0.1', port)
    expect(output).toMatch(/Received Final Find Response \(Cancel/u)
    expect(sent).toBeGreaterThanOrEqual(5)
  })

  test('findscu receives a failure if the handler throws or the identifier is too long', async () => {
    const { port } = await started({
      limits: { identifierBytes: 100 },
      handlers: {
        find: async function* () {
          yield encodeIdentifier('P-1')
          throw new Error('the database is gone')
        },
      },
    })
    const { output } = await run('findscu', ...query, '127.0.0.1', port)
    expect(output).toMatch(/Final Find Response \(Failed/u)
    const long = await run(
      'findscu',
      ...query,
      '-k',
      `PatientName=${'x'.repeat(200)}`,
      '127.0.0.1',
      port,
    )
    expect(long.output).toMatch(/Final Find Response \(Failed/u)
    expect(long.output).not.toContain('[P-1 ]')
  })
})

const outgoing = ({ dataset, ...object }: TestObject): OutgoingObject => ({
  ...object,
  open: () => [dataset],
})

describe('getscu', () => {
  const query = [
    '-S',
    '-v',
    '-k',
    'QueryRetrieveLevel=STUDY',
    '-k',
    'StudyInstanceUID=1.2.3',
  ] as const

  test('getscu receives the objects over its own association', async () => {
    const objects = [1, 700, 3].map((rows) =>
      createTestObject({ sopInstance: `1.2.3.${rows}`, rows }),
    )
    const { port, reports } = await started({
      handlers: { get: async () => ({ total: 3, objects: objects.map(outgoing) }) },
    })
    await mkdir(join(folder, 'got'))
    const to = ['+B', '-od', join(folder, 'got'), '127.0.0.1', port] as const
    const { code, output } = await run('getscu', ...query, ...to)
    expect({ code, output }).toMatchObject({ code: 0 })
    const files = await readdir(join(folder, 'got'))
    const tails = await Promise.all(
      files.map(async (name) => {
        const bytes = await readFile(join(folder, 'got', name))
        const { dataset } = objects.find(({ sopInstance }) => name.endsWith(sopInstance)) ?? {}
        return dataset && bytes.subarray(-dataset.length).equals(dataset)
      }),
    )
    expect(tails).toEqual([true, true, true])
    expect(reports).toEqual([])
  })

  test('getscu receives the number of failed sub-operations', async () => {
    const good = createTestObject({ sopInstance: '1.2.3.1' })
    const strange = createTestObject({ sopInstance: '1.2.3.2', sopClass: '1.2.3.99' })
    const lost: OutgoingObject = {
      ...outgoing(createTestObject({ sopInstance: '1.2.3.3' })),
      open: () => Promise.reject(new Error('no such file')),
    }
    const { port } = await started({
      handlers: {
        get: async () => ({ total: 3, objects: [outgoing(strange), lost, outgoing(good)] }),
      },
    })
    const { output } = await run('getscu', '-d', ...query, '127.0.0.1', port)
    expect(output).toMatch(/Number of Completed Suboperations *: 1/iu)
    expect(output).toMatch(/Number of Failed Suboperations *: 2/iu)
  })
})

describe('movescu', () => {
  const query = [
    '-S',
    '-d',
    '-k',
    'QueryRetrieveLevel=STUDY',
    '-k',
    'StudyInstanceUID=1.2.3',
  ] as const

  test('movescu receives the sub-operation counts', async () => {
    const destinations: string[] = []
    const { port } = await started({
      handlers: {
        move: async ({ destination }) => {
          destinations.push(destination)
          return { total: 3, done: outcomes('completed', 'failed', 'completed') }
        },
      },
    })
    const { output } = await run('movescu', ...query, '-aem', 'VIEWER', '127.0.0.1', port)
    expect(destinations).toEqual(['VIEWER'])
    expect(output).toMatch(/Remaining Suboperations *: 1/iu)
    expect(output).toMatch(/Completed Suboperations *: 2[\s\S]*Failed Suboperations *: 1/iu)
    expect(output).toMatch(/0xb000/iu)
  })

  async function* outcomes(...all: readonly SubOperation['outcome'][]) {
    for (const [at, outcome] of all.entries()) yield { sopInstance: `1.2.3.${at}`, outcome }
  }
})

describe('storescp', () => {
  const dialled = async (port: number) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }
  const contexts = [
    { abstractSyntax: uids.verification, transferSyntaxes: [uids.implicitLittleEndian] },
    {
      abstractSyntax: '1.2.840.10008.5.1.4.1.1.7',
      transferSyntaxes: [uids.explicitLittleEndian],
    },
  ]
  const titles = { calling: 'TALUS', called: 'PACS' }

  test('storescp receives objects byte for byte, for any chunk size', async () => {
    const { port, close } = await startStorescp('+B', '-od', folder, '--max-pdu', '4096')
    closing.push(close)
    const association = await openAssociation(await dialled(port), { ...titles, contexts })
    expect(await association.echo()).toEqual({ status: 0 })
    const objects = [1, 64, 2048].map((rows) =>
      createTestObject({ sopInstance: `1.2.3.${rows}`, rows }),
    )
    for (const { dataset, ...object } of objects) {
      const open = () => pieces(dataset)
      expect(await association.store({ ...object, open })).toEqual({ status: 0 })
    }
    await association.release()
    for (const { sopInstance, dataset } of objects) {
      const file = await readFile(join(folder, `SC.${sopInstance}`))
      expect(file.subarray(-dataset.length).equals(dataset)).toBe(true)
    }
  })

  /** Chunks of many sizes, none of them that of a PDU. */
  function* pieces(bytes: Buffer) {
    for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 65_521)
      yield bytes.subarray(at, at + size)
  }

  test('an object of a class that storescp refused is not sent', async () => {
    const { port, close } = await startStorescp()
    closing.push(close)
    const association = await openAssociation(await dialled(port), { ...titles, contexts })
    const { dataset, ...object } = createTestObject({ sopInstance: '1.2.3', sopClass: '1.2.3.99' })
    const storing = association.store({ ...object, open: () => [dataset] })
    await expect(storing).rejects.toMatchObject({ code: 'context-refused' })
    expect(await association.echo()).toEqual({ status: 0 })
    await association.release()
  })

  test('a rejection and an abort by storescp yield different faults', async () => {
    const refusing = await startStorescp('--refuse')
    const aborting = await startStorescp('--abort-during')
    closing.push(refusing.close, aborting.close)
    const opening = openAssociation(await dialled(refusing.port), { ...titles, contexts })
    await expect(opening).rejects.toMatchObject({
      code: 'rejected',
      rejection: { result: 1, source: 1, reason: 1 },
    })
    const association = await openAssociation(await dialled(aborting.port), { ...titles, contexts })
    const { dataset, ...object } = createTestObject({ sopInstance: '1.2.3', rows: 4096 })
    const error: unknown = await association
      .store({ ...object, open: () => [dataset] })
      .catch((e: unknown) => e)
    expect(error).toBeInstanceOf(DimseFault)
    expect(error).toMatchObject({ code: expect.stringMatching(/^(?:aborted|closed)$/u) })
  })
})

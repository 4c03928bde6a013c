import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { routes } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import { openAssociation, uids } from '../dimse/index.ts'
import { runProgram } from './run-program.ts'
import { testServer } from './test-server.ts'
import type { TestParts } from './test-server.ts'

/** A test server whose DICOM ports are open. Its clinics are called FIRST and SECOND. */
export async function receivingServer(
  environment: Readonly<Record<string, string>> = {},
  parts?: TestParts,
) {
  const server = await testServer(
    { DICOM_PORT: '0', DICOM_TLS_PORT: '0', DICOM_BIND: '127.0.0.1', ...environment },
    parts,
  )
  const { unscopedDb, first, second } = server
  for (const [{ id }, aeTitle] of [
    [first, 'FIRST'],
    [second, 'SECOND'],
  ] as const)
    await unscopedDb.updateTable('clinic').set({ aeTitle }).where('id', '=', id).execute()
  const { port, tlsPort } = await server.listenDicom()
  const folder = await mkdtemp(join(tmpdir(), 'talus-peer-'))

  async function write(files: Readonly<Record<string, Uint8Array>>): Promise<string[]> {
    const paths: string[] = []
    for (const [name, bytes] of Object.entries(files)) {
      const path = join(folder, name)
      await writeFile(path, bytes)
      paths.push(path)
    }
    return paths
  }

  return {
    ...server,
    port: port ?? 0,
    tlsPort: tlsPort ?? 0,
    /** Where the peer's files are. */
    peerFolder: folder,
    write,
    /** Runs a program of a peer in its folder. */
    run: (program: string, ...args: readonly (string | number)[]) =>
      runProgram(folder, program, ...args),
    /** storescu, with the titles given, as a modality of the first clinic unless said otherwise. */
    storescu: (paths: readonly string[], options: readonly string[] = [], called = 'FIRST') =>
      runProgram(
        folder,
        'storescu',
        '-v',
        '-aec',
        called,
        '-aet',
        'CR_ROOM',
        ...options,
        '127.0.0.1',
        port ?? 0,
        ...paths,
      ),
    /** An association of our own making, for what no program would send. */
    associate: async (
      classes: readonly string[],
      {
        called = 'FIRST',
        calling = 'CR_ROOM',
        syntaxes = [uids.explicitLittleEndian] as string[],
      } = {},
    ) => {
      const socket = connect(port ?? 0, '127.0.0.1')
      await once(socket, 'connect')
      const contexts = classes.map((abstractSyntax) => ({
        abstractSyntax,
        transferSyntaxes: syntaxes,
      }))
      return openAssociation(socket, { called, calling, contexts })
    },
    /** The clinic names who may call. */
    allow: async (clinicId: ClinicId, ...callingTitles: readonly string[]) => {
      const token = await server.tokenOf(first.people.superAdmin.id)
      const body = { clinicId, callingTitles: [...callingTitles] }
      return server.call(routes.dicomReceiver.update, { body }, token)
    },
    imageOf: (sopInstanceUID: string, clinicId = first.id) =>
      unscopedDb
        .selectFrom('image')
        .selectAll()
        .where('image.sopInstanceUID', '=', sopInstanceUID)
        .where('image.clinicId', '=', clinicId)
        .executeTakeFirst(),
    bytesOf: async (key: string) => {
      const stream = await server.files.read(key)
      return stream ? buffer(stream) : Buffer.alloc(0)
    },
    storedFiles: async () => {
      const keys: string[] = []
      for await (const { key } of server.files.list('images')) keys.push(key)
      return keys
    },
    close: async () => {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type ReceivingServer = Awaited<ReturnType<typeof receivingServer>>

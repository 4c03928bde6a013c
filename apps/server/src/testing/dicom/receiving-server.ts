import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { routes } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import { openAssociation, uids } from '../../dimse/index.ts'
import { runProgram } from '../network/run-program.ts'
import { startTestServer } from '../server/test-server.ts'
import type { TestServerOptions } from '../server/test-server.ts'

/**
 * Starts a test server with open DICOM ports. The AE titles of its clinics are FIRST and SECOND.
 */
export async function startReceivingServer(
  environment: Readonly<Record<string, string>> = {},
  parts?: TestServerOptions,
) {
  const server = await startTestServer(
    { DICOM_PORT: '0', DICOM_TLS_PORT: '0', DICOM_BIND: '127.0.0.1', ...environment },
    parts,
  )
  const { unscopedDb, first, second } = server
  for (const [{ id }, aeTitle] of [
    [first, 'FIRST'],
    [second, 'SECOND'],
  ] as const)
    await unscopedDb.updateTable('clinic').set({ aeTitle }).where('id', '=', id).execute()
  // Without a device in the list, every device may send images.
  await unscopedDb.deleteFrom('dicomDevice').execute()
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
    /** The folder of the peer's files. */
    peerFolder: folder,
    write,
    /** Runs a program of a peer in its folder. */
    run: (program: string, ...args: readonly (string | number)[]) =>
      runProgram(folder, program, ...args),
    /** Runs storescu as a modality of the first clinic, unless another AE title is called. */
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
    /** Opens an association with our own client, to send what dcmtk would not. */
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
    /** Replaces the devices of the clinic by these titles on this computer, with all rights. */
    allowCallers: async (clinicId: ClinicId, ...titles: readonly string[]) => {
      await unscopedDb.deleteFrom('dicomDevice').where('clinicId', '=', clinicId).execute()
      const token = await server.createToken(first.users.superAdmin.id)
      const rights = { mayStore: true, mayQuery: true, mayRetrieve: true }
      for (const aeTitle of titles) {
        const body = { clinicId, aeTitle, network: '127.0.0.1', ...rights }
        const { status } = await server.call(routes.dicomDevice.create, { body }, token)
        if (status !== 200) throw new Error(`the device ${aeTitle} was not added: ${status}`)
      }
    },
    findImage: (sopInstanceUID: string, clinicId = first.id) =>
      unscopedDb
        .selectFrom('image')
        .selectAll()
        .where('image.sopInstanceUID', '=', sopInstanceUID)
        .where('image.clinicId', '=', clinicId)
        .executeTakeFirst(),
    readStoredFile: async (key: string) => {
      const stream = await server.files.read(key)
      return stream ? buffer(stream) : Buffer.alloc(0)
    },
    listStoredFiles: async () => {
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

export type ReceivingServer = Awaited<ReturnType<typeof startReceivingServer>>

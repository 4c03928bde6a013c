import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@talus/node-kit/find-free-port'

/** dcmtk, the widely used DICOM programs of OFFIS. `npm test` installs them. */
export const hasDcmtk = ['storescp', 'dcmqrscp'].every(
  (program) => spawnSync(program, ['--version']).status === 0,
)
export const noDcmtk = 'dcmtk is not installed: there is no DICOM server to talk to'

export interface DicomPeer {
  readonly port: number
  readonly close: () => Promise<void>
}

async function start(
  program: string,
  args: (port: number, folder: string) => Promise<readonly string[]>,
): Promise<DicomPeer> {
  const folder = await mkdtemp(join(tmpdir(), 'talus-dcmtk-'))
  const port = await findFreePort()
  const child = spawn(program, await args(port, folder), { cwd: folder, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const close = async () => {
    child.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 100; tries += 1) {
    if (await isListening(port)) return { port, close }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await close()
  throw new Error(`${program} does not listen`)
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Starts a storage server that accepts every object, unless the options say otherwise. */
export const startStorescp = (...options: readonly string[]) =>
  start('storescp', async (port) => [...options, String(port)])

/** Starts an archive with one AE title that accepts one calling AE title. */
export const startDcmqrscp = ({ called, calling }: { readonly called: string; calling: string }) =>
  start('dcmqrscp', async (port, folder) => {
    const settings = join(folder, 'dcmqrscp.cfg')
    await mkdir(join(folder, 'archive'))
    await writeFile(
      settings,
      `MaxPDUSize = 16384
MaxAssociations = 16
HostTable BEGIN
caller = (${calling}, localhost, ${port})
HostTable END
VendorTable BEGIN
VendorTable END
AETable BEGIN
${called} ${join(folder, 'archive')} RW (10, 10mb) caller
AETable END
`,
    )
    return ['--config', settings, String(port)]
  })

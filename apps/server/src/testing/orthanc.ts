import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from './peers.ts'

/** A DICOM archive that many clinics run. */
export const hasOrthanc = spawnSync('Orthanc', ['--version']).status === 0
export const noOrthanc = 'Orthanc is not installed: there is no archive to talk to'

const Instances = z.array(z.object({ MainDicomTags: z.object({ SOPInstanceUID: z.string() }) }))

/** One with an archive of its own, which takes whatever it is sent. */
export async function orthanc() {
  const folder = await mkdtemp(join(tmpdir(), 'talus-orthanc-'))
  const [port, httpPort] = [await freePort(), await freePort()]
  const settings = join(folder, 'orthanc.json')
  await writeFile(
    settings,
    JSON.stringify({
      Name: 'Test',
      StorageDirectory: folder,
      IndexDirectory: folder,
      DicomAet: 'ORTHANC',
      DicomPort: port,
      HttpPort: httpPort,
      DicomAlwaysAllowStore: true,
      RemoteAccessAllowed: false,
      AuthenticationEnabled: false,
      Plugins: [],
    }),
  )
  const child = spawn('Orthanc', [settings], { cwd: folder, stdio: 'ignore' })
  const gone = once(child, 'exit')
  const close = async () => {
    child.kill('SIGKILL')
    await gone
    await rm(folder, { recursive: true, force: true })
  }
  const ask = (path: string) => fetch(`http://127.0.0.1:${httpPort}/${path}`)
  /** A call of its own interface: a file as it is, anything else as JSON, a text as it stands. */
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`http://127.0.0.1:${httpPort}/${path}`, {
      method,
      ...(body === undefined ? {} : { body: bodyOf(body) }),
    })
  for (let tries = 0; tries < 200; tries += 1) {
    if (
      await ask('system').then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return {
        port,
        close,
        send,
        /** The SOP instance UIDs of all that it has. */
        instances: async () => {
          const answer = await ask('instances?expand')
          const rows = Instances.parse(await answer.json())
          return rows.map((row) => row.MainDicomTags.SOPInstanceUID)
        },
      }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await close()
  throw new Error('Orthanc does not listen')
}

const bodyOf = (body: unknown) =>
  typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body)

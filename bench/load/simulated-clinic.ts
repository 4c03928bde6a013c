import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { findDataSetStart } from '@talus/dicom'
import { openAssociation, uids } from '../../apps/server/src/dimse/index.ts'
import { createRandom } from '../study-list/names.ts'
import { createRadiograph, imageKinds } from '../support/radiograph.ts'
import type { LoadServer } from './cluster.ts'
import { openLiveStream } from './live-stream.ts'
import type { Recorder } from './recorder.ts'
import { callingTitle, loadPassword } from './seed-clinics.ts'
import type { LoadClinic } from './seed-clinics.ts'

/** Images of this size take the path of large ones and not the time of the load generator. */
const kind = { ...imageKinds.radiograph, rows: 512, columns: 400 }
/** A call that takes longer is an error; no simulation waits for ever. */
const callMs = 60_000
const searches = ['bella', 'max', 'tremblay', 'luna roy', 'ell', 'zuwi', 'müller']

interface Stored {
  readonly imageId: number
  readonly studyId: number
}

interface DraftReply {
  readonly draft: { readonly version: number } | null
}

interface SavedCase {
  readonly id: number
  readonly version: number
}

export interface ClinicDeps {
  readonly clinic: LoadClinic
  readonly server: LoadServer
  readonly recorder: Recorder
  /** Unique in a run, below 2^53; part of the UIDs of the images that the clinic sends. */
  readonly number: number
  readonly run: number
  /** Aborted when no further call is to begin. */
  readonly signal: AbortSignal
  readonly pauseMs: number
}

/** The images that the server has acknowledged, which must be there at the end. */
export interface ClinicResult {
  readonly acknowledged: readonly string[]
  readonly events: number
}

/**
 * Signs the user of a clinic in and returns the clinic at work: a page that follows changes, a user
 * and a modality, until the signal.
 */
export async function openClinic(deps: ClinicDeps): Promise<() => Promise<ClinicResult>> {
  const { clinic, server, recorder, signal, pauseMs } = deps
  const { measure } = recorder
  const next = createRandom(deps.number + 1)
  const acknowledged: string[] = []
  let authorization = ''
  let images = 0
  let own: Stored | undefined
  /** The draft of a case, with the study and image that it is about. */
  let radCase: (SavedCase & Stored) | undefined

  async function call(
    path: string,
    init: Omit<RequestInit, 'headers'> & {
      readonly headers?: Record<string, string>
    } = {},
  ): Promise<Response> {
    const headers = { authorization, 'x-forwarded-for': clinic.address, ...init.headers }
    const limit = AbortSignal.timeout(callMs)
    const reply = await fetch(`${server.base}/${path}`, { signal: limit, ...init, headers })
    if (reply.ok) return reply
    throw new Error(`${path.split('?')[0]} answered ${reply.status} ${await reply.text()}`)
  }
  const read = async (path: string) => (await call(path)).arrayBuffer()
  const readJson = async (path: string): Promise<unknown> => (await call(path)).json()
  const json = { 'content-type': 'application/json' }

  const signIn = () =>
    measure('sign-in', async () => {
      const body = JSON.stringify({ username: clinic.username, password: loadPassword })
      const reply = await call('auth/login', { method: 'POST', headers: json, body })
      await reply.arrayBuffer()
      authorization = reply.headers.get('authorization') ?? ''
    })

  function createImage() {
    images += 1
    const study = `2.25.77.${deps.run}.${deps.number}.${Math.ceil(images / 4)}`
    const patient = `L${deps.run}C${deps.number}P${Math.ceil(images / 4)}`
    return {
      uid: `${study}.1.${images}`,
      file: createRadiograph(study, images, kind, patient),
    }
  }

  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    worklist: () => measure('worklist', () => read(`study/worklist/${clinic.id}`)),
    list: () =>
      measure('list', () =>
        read(`study/page?ClinicId=${clinic.id}&page=${Math.floor(next() * 5)}`),
      ),
    search: () => {
      const words = encodeURIComponent(searches[Math.floor(next() * searches.length)] ?? '')
      return measure('search', () => read(`study/page?ClinicId=${clinic.id}&search=${words}`))
    },
    open: async () => {
      if (!own) return
      const { studyId, imageId } = own
      const listed = await measure('images of a study', () => readJson(`image?studyId=${studyId}`))
      const id = (listed as readonly { readonly id: number }[] | undefined)?.at(-1)?.id ?? imageId
      await measure('thumbnail', () => read(`image/${id}.jpg?size=256`))
      await measure('metadata', () => read(`image/${id}/metadata`))
      await measure('pixels', () => read(`image/${id}/pixels`))
    },
    stow: async () => {
      const { uid, file } = createImage()
      const body = new Uint8Array(file)
      const headers = { 'content-type': 'application/dicom' }
      const stored = await measure('STOW-RS', () =>
        call('dicom-web/studies', { method: 'POST', headers, body }).then((reply) =>
          reply.arrayBuffer(),
        ),
      )
      if (stored) acknowledged.push(uid)
    },
    upload: async () => {
      const { uid, file } = createImage()
      const init = { method: 'POST', headers: { 'content-type': 'application/dicom' } }
      const stored = await measure('import', async () => {
        const reply = await call('image/import', { ...init, body: new Uint8Array(file) })
        return (await reply.json()) as Stored
      })
      if (stored) acknowledged.push(uid)
      own = stored ?? own
    },
    send: async () => {
      const { uid, file } = createImage()
      const isStored = await measure('C-STORE', () => sendImage(deps, uid, file))
      if (isStored) acknowledged.push(uid)
    },
    report: async () => {
      if (!own) return
      const { studyId } = own
      await measure('report draft', async () => {
        const { draft } = (await readJson(`report/draft/${studyId}`)) as DraftReply
        const version = draft?.version ?? 0
        const body = JSON.stringify({ version, document: createDocument(images) })
        await call(`report/draft/${studyId}`, { method: 'PUT', headers: json, body })
      })
    },
    update: async () => {
      if (!own) return
      const { studyId, imageId } = own
      const { id, version } = radCase ?? {}
      const model = {
        ...(radCase && { id, version }),
        studyId: radCase ? radCase.studyId : studyId,
        referringVeterinarianId: clinic.doctorId,
        patientName: 'Rex',
        speciesId: 1,
        modality: 'XRay',
        additionalNotes: `Round ${images}`,
      }
      const body = new FormData()
      body.append('model', JSON.stringify(model))
      body.append('imageIds', JSON.stringify(radCase ? [radCase.imageId] : [imageId]))
      const saved = await measure('case update', async () => {
        const reply = await call('radcase/save', { method: 'POST', body })
        return (await reply.json()) as SavedCase
      })
      if (saved)
        radCase = {
          ...saved,
          studyId: radCase?.studyId ?? studyId,
          imageId: radCase?.imageId ?? imageId,
        }
    },
  }
  /** How often users do what: they look far more often than they write. */
  const plan =
    'upload worklist open send report update list stow open search worklist open list search open send'.split(
      ' ',
    )

  await signIn()
  return async () => {
    const stream = openLiveStream(server.base, clinic, authorization, recorder)
    // Not all at once: a clinic begins within the first pause.
    await wait(next() * pauseMs, undefined, { signal }).catch(() => undefined)
    // Each clinic begins at another place of the plan, so that every call is made from the start.
    for (let step = 0; !signal.aborted; step += 1) {
      await actions[plan[(deps.number + step) % plan.length] ?? 'list']?.()
      if (step % 60 === 59) await signIn()
      await wait(pauseMs * (0.5 + next()), undefined, { signal }).catch(() => undefined)
    }
    return { acknowledged, events: await stream.end() }
  }
}

async function sendImage({ clinic, server }: ClinicDeps, uid: string, file: Buffer) {
  const socket = connect({
    port: server.dicomPort,
    host: '127.0.0.1',
    localAddress: clinic.address,
    noDelay: true,
  })
  await once(socket, 'connect')
  const context = {
    abstractSyntax: kind.sopClass,
    transferSyntaxes: [uids.explicitLittleEndian],
  }
  const association = await openAssociation(socket, {
    calling: callingTitle,
    called: clinic.aeTitle,
    contexts: [context],
  })
  await association.store({
    sopClass: kind.sopClass,
    sopInstance: uid,
    transferSyntax: uids.explicitLittleEndian,
    open: () => [file.subarray(findDataSetStart(file).at)],
  })
  await association.release()
  return true
}

const createDocument = (round: number) => ({
  version: 1,
  language: 'en',
  orientation: 'landscape',
  pages: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      title: `Thorax ${round}`,
      imageCount: 0,
      images: [],
      body: { type: 'doc', content: [{ type: 'paragraph' }] },
      hasSpaceForSignature: false,
    },
  ],
})

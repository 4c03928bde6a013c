import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ImportLine, Owner } from '@talus/contract'
import type { OwnerId } from '@talus/contract'
import { findDataSetStart } from '@talus/dicom'
import { openAssociation, uids } from '../../dimse/index.ts'
import { createRadiograph, toUid } from '../dicom/dicom-objects.ts'
import type { SupervisedServer } from './supervised-server.ts'

/** Everything that the servers have acknowledged; it is compared with the records at the end. */
export interface Acknowledged {
  /** By SOP instance UID. */
  readonly images: Set<string>
  readonly owners: Map<OwnerId, string>
  /** Requests for a mail that was promised. */
  mails: number
  /** Answers that refused or broke off, which promise nothing. */
  refused: number
}

export const createAcknowledged = (): Acknowledged => ({
  images: new Set(),
  owners: new Map(),
  mails: 0,
  refused: 0,
})

export const countAcknowledged = ({ images, owners, mails }: Acknowledged) =>
  images.size + owners.size + mails

const answerMs = 30_000
const radiographClass = '1.2.840.10008.5.1.4.1.1.1.1'
const isSuccess = 0

export interface Driver {
  readonly acknowledged: Acknowledged
  /** Sends work until `stop`, several operations at once. */
  readonly start: () => { readonly stop: () => Promise<void> }
}

/** Sends work to the servers as pages, devices and users do, and records what they acknowledge. */
export function createDriver(
  servers: readonly SupervisedServer[],
  { prefix, isCloud }: { readonly prefix: string; readonly isCloud: boolean },
): Driver {
  const acknowledged = createAcknowledged()
  let count = 0
  let authorization = ''

  const choose = () => {
    const server = servers[count % servers.length]
    if (!server) throw new Error('there is no server')
    return server
  }

  async function post(
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    type: string,
  ): Promise<Response> {
    return fetch(`${choose().address}/api/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': type },
      body,
      signal: AbortSignal.timeout(answerMs),
    })
  }

  async function signIn(): Promise<void> {
    const credentials = JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' })
    const reply = await post('auth/login', credentials, 'application/json')
    await reply.body?.cancel()
    authorization = reply.headers.get('authorization') ?? ''
  }

  async function importImage(name: string): Promise<void> {
    const reply = await post(
      'image/import',
      new Uint8Array(createRadiograph(name)),
      'application/dicom',
    )
    const text = await reply.text()
    // A jump of the clock ends sessions.
    if (reply.status === 401) authorization = ''
    if (reply.status !== 200) throw new Error(text)
    const line = ImportLine.parse(JSON.parse(text))
    if (!line.imageId) throw new Error(text)
    acknowledged.images.add(toUid(`image ${name}`))
  }

  async function storeImage(name: string): Promise<void> {
    const socket = connect(choose().dicomPort, '127.0.0.1')
    socket.setTimeout(answerMs, () => socket.destroy(new Error('no answer')))
    await once(socket, 'connect')
    const contexts = [
      { abstractSyntax: radiographClass, transferSyntaxes: [uids.explicitLittleEndian] },
    ]
    const association = await openAssociation(socket, {
      called: 'TALUS_EN',
      calling: 'CR_ROOM',
      contexts,
    })
    try {
      const file = createRadiograph(name)
      const sopInstance = toUid(`image ${name}`)
      const { status } = await association.store({
        sopClass: radiographClass,
        sopInstance,
        transferSyntax: uids.explicitLittleEndian,
        open: async () => [file.subarray(findDataSetStart(file).at)],
      })
      if (status !== isSuccess) throw new Error(`C-STORE: ${status}`)
      acknowledged.images.add(sopInstance)
    } finally {
      socket.destroy()
    }
  }

  async function createOwner(name: string): Promise<void> {
    const reply = await post('owner', JSON.stringify({ name }), 'application/json')
    if (reply.status !== 200) throw new Error(await reply.text())
    acknowledged.owners.set(Owner.parse(await reply.json()).id, name)
  }

  async function requestMail(): Promise<void> {
    const body = JSON.stringify({ username: 'staff.en' })
    const reply = await post('auth/sendreset', body, 'application/json')
    if (reply.status !== 204) throw new Error(await reply.text())
    acknowledged.mails += 1
  }

  async function sendOne(): Promise<void> {
    count += 1
    const name = `${prefix} ${count}`
    try {
      if (authorization === '') await signIn()
      if (count % 20 === 0) await requestMail()
      else if (count % 3 === 0) await storeImage(name)
      else if (count % 3 === 1 || isCloud) await importImage(name)
      else await createOwner(name)
    } catch {
      acknowledged.refused += 1
      await sleep(50)
    }
  }

  return {
    acknowledged,
    start: () => {
      let isOver = false
      const work = async () => {
        while (!isOver) await sendOne()
      }
      const all = Promise.all([work(), work(), work()])
      return {
        stop: async () => {
          isOver = true
          await all
        },
      }
    },
  }
}

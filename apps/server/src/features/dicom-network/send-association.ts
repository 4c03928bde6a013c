import { Refusal } from '@talus/contract'
import type { DicomServer } from '@talus/contract'
import { openAssociation } from '../../dimse/index.ts'
import type { OpenAssociation } from '../../dimse/index.ts'
import type { FileStore } from '../../files/index.ts'
import type { Place } from '../../outbound/connection-fault.ts'
import { openConnection } from '../../outbound/open-connection.ts'
import type { Transcodings } from '../../workers/index.ts'
import type { Planned } from './send-claims.queries.ts'
import { chosenSyntax, contextsFor } from './send-contexts.ts'
import type { Form } from './send-contexts.ts'
import { openDataSet, readWhole } from './send-data-set.ts'

export interface SendLimits {
  readonly connectMs: number
  readonly associateMs: number
  readonly responseMs: number
  readonly idleMs: number
}

export const sendLimits: SendLimits = {
  connectMs: 10_000,
  associateMs: 30_000,
  responseMs: 60_000,
  idleMs: 60_000,
}

export interface PeerDeps {
  readonly allowPrivateHosts: boolean
  readonly dicomTlsVerify: boolean
  readonly limits: SendLimits
}

/** Connects and asks for an association; `over` ends it at whatever point. */
export async function openTo(
  deps: PeerDeps,
  { host, port, tls, description, aeTitle }: DicomServer,
  forms: Iterable<Form>,
  over: AbortController,
): Promise<OpenAssociation> {
  const place: Place = { host, port }
  const { connectMs, ...limits } = deps.limits
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Refusal('connection/time-out', { values: { ...place } }))
    over.abort()
  }, connectMs)
  const opening = openConnection({
    place,
    over: over.signal,
    mayBePrivate: deps.allowPrivateHosts,
    ...(tls ? { tls: { verify: deps.dicomTlsVerify } } : {}),
  })
  // The one that comes second is heard by nobody.
  opening.catch(() => undefined)
  late.promise.catch(() => undefined)
  const socket = await Promise.race([opening, late.promise]).finally(() => clearTimeout(timer))
  return openAssociation(socket, {
    calling: description,
    called: aeTitle,
    contexts: contextsFor(forms),
    limits,
  })
}

/** Sends one image: as it is stored, or in plain form to a peer that takes no other. */
export async function storeImage(
  { files, transcodings }: { readonly files: FileStore; readonly transcodings: Transcodings },
  association: OpenAssociation,
  image: Planned,
  form: Form,
  server: DicomServer,
): Promise<void> {
  const chosen = chosenSyntax(association, form)
  if ('refused' in chosen) {
    const { host, port, aeTitle: calledTitle } = server
    const code = chosen.refused === 'class' ? 'dicom/class-refused' : 'dicom/syntax-refused'
    throw new Refusal(code, { values: { host, port, calledTitle } })
  }
  const { syntax } = chosen
  const isPlain = syntax !== form.transferSyntax
  const open = async () =>
    isPlain
      ? await transcodings.run({ kind: 'data-set', syntax }, () => readWhole(files, image))
      : openDataSet(files, image)
  await association.store({
    sopClass: form.sopClass,
    sopInstance: image.sopInstanceUID,
    transferSyntax: syntax,
    open,
  })
}

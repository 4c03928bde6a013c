import { Refusal } from '@talus/contract'
import type { DicomServer } from '@talus/contract'
import { openAssociation } from '../../../dimse/index.ts'
import type { OpenAssociation } from '../../../dimse/index.ts'
import type { FileStore } from '../../../files/index.ts'
import type { Endpoint } from '../../../outbound/connection-refusal.ts'
import { openConnection } from '../../../outbound/open-connection.ts'
import type { TranscodePool } from '../../../workers/index.ts'
import type { DueImage } from './send-claims.queries.ts'
import { chooseSyntax, createContexts } from './send-contexts.ts'
import type { ObjectFormat } from './send-contexts.ts'
import { openDataSet, readWhole } from './send-data-set.ts'

export interface SendLimits {
  readonly connectMs: number
  readonly associateMs: number
  readonly responseMs: number
  readonly idleMs: number
}

export const defaultSendLimits: SendLimits = {
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

/** Connects and requests an association; `abortController` ends it at any point. */
export async function openAssociationTo(
  deps: PeerDeps,
  { host, port, tls, description, aeTitle }: DicomServer,
  formats: Iterable<ObjectFormat>,
  abortController: AbortController,
): Promise<OpenAssociation> {
  const endpoint: Endpoint = { host, port }
  const { connectMs, ...limits } = deps.limits
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Refusal('connection/time-out', { values: { ...endpoint } }))
    abortController.abort()
  }, connectMs)
  const opening = openConnection({
    endpoint,
    signal: abortController.signal,
    mayBePrivate: deps.allowPrivateHosts,
    ...(tls ? { tls: { verify: deps.dicomTlsVerify } } : {}),
  })
  // The loser of the race below must not cause an unhandled rejection.
  opening.catch(() => undefined)
  late.promise.catch(() => undefined)
  const socket = await Promise.race([opening, late.promise]).finally(() => clearTimeout(timer))
  return openAssociation(socket, {
    calling: description,
    called: aeTitle,
    contexts: createContexts(formats),
    limits,
  })
}

/** Sends one image as it is stored, or uncompressed to a peer that accepts nothing else. */
export async function storeImage(
  { files, transcodePool }: { readonly files: FileStore; readonly transcodePool: TranscodePool },
  association: OpenAssociation,
  image: DueImage,
  format: ObjectFormat,
  server: DicomServer,
): Promise<void> {
  const chosen = chooseSyntax(association, format)
  if ('refused' in chosen) {
    const { host, port, aeTitle: calledTitle } = server
    const code = chosen.refused === 'class' ? 'dicom/class-refused' : 'dicom/syntax-refused'
    throw new Refusal(code, { values: { host, port, calledTitle } })
  }
  const { syntax } = chosen
  const isTranscoded = syntax !== format.transferSyntax
  const open = async () =>
    isTranscoded
      ? await transcodePool.run({ kind: 'data-set', syntax }, () => readWhole(files, image))
      : openDataSet(files, image)
  await association.store({
    sopClass: format.sopClass,
    sopInstance: image.sopInstanceUID,
    transferSyntax: syntax,
    open,
  })
}

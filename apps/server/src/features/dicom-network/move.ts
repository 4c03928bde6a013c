import type { DicomServer } from '@talus/contract'
import { isWarning } from '../../dimse/index.ts'
import type { MoveRequest, OpenAssociation, SubOperation } from '../../dimse/index.ts'
import type { Session } from './admission.ts'
import { objectFor } from './outgoing-object.ts'
import type { OutgoingDeps } from './outgoing-object.ts'
import type { WantedImage } from './retrieve.queries.ts'
import { openTo } from './send-association.ts'
import type { PeerDeps } from './send-association.ts'
import { fitting } from './send-contexts.ts'
import { formOf } from './send-data-set.ts'

export type MoveDeps = PeerDeps & OutgoingDeps

/** Sends images to a server of the clinic, for a caller that waits to hear of each of them. */
export async function* moveTo(
  deps: MoveDeps,
  server: DicomServer,
  images: readonly WantedImage[],
  { caller, messageId, signal }: MoveRequest<Session>,
): AsyncGenerator<SubOperation> {
  const moveOriginator = { title: caller.calling, messageId }
  let left = await Promise.all(
    images.map(async (image) => ({
      image,
      form: await formOf(deps.files, image).catch(() => undefined),
    })),
  )
  while (left.length > 0) {
    const batch = fitting(left)
    left = left.slice(batch.length)
    const over = new AbortController()
    const end = () => over.abort()
    signal.addEventListener('abort', end, { once: true })
    let association: OpenAssociation | undefined
    try {
      const forms = batch.flatMap(({ form }) => form ?? [])
      association = await openTo(deps, server, forms, over).catch(() => undefined)
      for (const { image } of batch) {
        const object = association && (await objectFor(deps, image, association.contexts))
        const outcome = await outcomeOf(association, object && { ...object, moveOriginator })
        yield { sopInstance: image.sopInstanceUID, outcome }
      }
      await association?.release()
    } finally {
      signal.removeEventListener('abort', end)
      over.abort()
    }
  }
}

async function outcomeOf(
  association: OpenAssociation | undefined,
  object: Parameters<OpenAssociation['store']>[0] | undefined,
): Promise<SubOperation['outcome']> {
  if (!association || !object) return 'failed'
  try {
    const { status } = await association.store(object)
    return isWarning(status) ? 'warning' : 'completed'
  } catch {
    return 'failed'
  }
}

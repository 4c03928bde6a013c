import type { DicomServer } from '@talus/contract'
import { isWarning } from '../../../dimse/index.ts'
import type { MoveRequest, OpenAssociation, SubOperation } from '../../../dimse/index.ts'
import type { CallerSession } from '../callers/admission.ts'
import { createOutgoingObject } from './outgoing-object.ts'
import type { OutgoingDeps } from './outgoing-object.ts'
import type { RequestedImage } from './retrieve.queries.ts'
import { openAssociationTo } from '../send/send-association.ts'
import type { PeerDeps } from '../send/send-association.ts'
import { takeFitting } from '../send/send-contexts.ts'
import { readObjectFormat } from '../send/send-data-set.ts'

export type MoveDeps = PeerDeps & OutgoingDeps

/** Sends images to a DICOM server of the clinic and yields the outcome of each for the caller. */
export async function* moveImages(
  deps: MoveDeps,
  server: DicomServer,
  images: readonly RequestedImage[],
  { caller, messageId, signal }: MoveRequest<CallerSession>,
): AsyncGenerator<SubOperation> {
  const moveOriginator = { title: caller.calling, messageId }
  let remaining = await Promise.all(
    images.map(async (image) => ({
      image,
      format: await readObjectFormat(deps.files, image).catch(() => undefined),
    })),
  )
  while (remaining.length > 0) {
    const batch = takeFitting(remaining)
    remaining = remaining.slice(batch.length)
    const abortController = new AbortController()
    const end = () => abortController.abort()
    signal.addEventListener('abort', end, { once: true })
    let association: OpenAssociation | undefined
    try {
      const formats = batch.flatMap(({ format }) => format ?? [])
      association = await openAssociationTo(deps, server, formats, abortController).catch(
        () => undefined,
      )
      for (const { image } of batch) {
        const object =
          association && (await createOutgoingObject(deps, image, association.contexts))
        const outcome = await storeOne(association, object && { ...object, moveOriginator })
        yield { sopInstance: image.sopInstanceUID, outcome }
      }
      await association?.release()
    } finally {
      signal.removeEventListener('abort', end)
      abortController.abort()
    }
  }
}

async function storeOne(
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

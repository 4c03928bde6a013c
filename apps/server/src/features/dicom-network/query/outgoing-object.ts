import type { AcceptedContext, OutgoingObject } from '../../../dimse/index.ts'
import type { FileStore } from '../../../files/index.ts'
import type { TranscodePool } from '../../../workers/index.ts'
import { verifyFile } from '../../images/index.ts'
import type { OutgoingFiles } from '../../images/index.ts'
import type { RequestedImage } from './retrieve.queries.ts'
import { chooseSyntax } from '../send/send-contexts.ts'
import { readObjectFormat, openDataSet, readWhole } from '../send/send-data-set.ts'

export interface OutgoingDeps {
  readonly files: FileStore
  readonly outgoing: OutgoingFiles
  readonly transcodePool: TranscodePool
}

/**
 * The object in its stored transfer syntax if the peer accepts that, else uncompressed. If the peer
 * accepts neither, sending it fails.
 */
export async function createOutgoingObject(
  { files, outgoing, transcodePool }: OutgoingDeps,
  image: RequestedImage,
  contexts: readonly AcceptedContext[],
): Promise<OutgoingObject> {
  const stored = { sopClass: image.sopClassUID, transferSyntax: image.transferSyntaxUID }
  const format = await readObjectFormat(files, image).catch(() => stored)
  const chosen = chooseSyntax({ contexts, refused: [] }, format)
  const transferSyntax = 'syntax' in chosen ? chosen.syntax : format.transferSyntax
  return {
    sopClass: format.sopClass,
    sopInstance: image.sopInstanceUID,
    transferSyntax,
    open: async () => {
      const file = { ...image, ...(await outgoing.resolve(image.id)) }
      if (transferSyntax !== format.transferSyntax)
        return transcodePool.run({ kind: 'data-set', syntax: transferSyntax }, () =>
          readWhole(files, file),
        )
      // Damage that is found while the file is sent could only abort the whole association.
      await verifyFile(files, { key: file.filePath, sha256: file.sha256 })
      return openDataSet(files, file)
    },
  }
}

import type { AcceptedContext, OutgoingObject } from '../../dimse/index.ts'
import type { FileStore } from '../../files/index.ts'
import type { Transcodings } from '../../workers/index.ts'
import type { WantedImage } from './retrieve.queries.ts'
import { chosenSyntax } from './send-contexts.ts'
import { formOf, openDataSet, readWhole } from './send-data-set.ts'

export interface OutgoingDeps {
  readonly files: FileStore
  readonly transcodings: Transcodings
}

/** As it is stored where the peer takes that, else in plain form; in none, it is told as failed. */
export async function objectFor(
  { files, transcodings }: OutgoingDeps,
  image: WantedImage,
  contexts: readonly AcceptedContext[],
): Promise<OutgoingObject> {
  const stored = { sopClass: image.sopClassUID, transferSyntax: image.transferSyntaxUID }
  const form = await formOf(files, image).catch(() => stored)
  const chosen = chosenSyntax({ contexts, refused: [] }, form)
  const transferSyntax = 'syntax' in chosen ? chosen.syntax : form.transferSyntax
  return {
    sopClass: form.sopClass,
    sopInstance: image.sopInstanceUID,
    transferSyntax,
    open: async () =>
      transferSyntax === form.transferSyntax
        ? openDataSet(files, image)
        : await transcodings.run({ kind: 'data-set', syntax: transferSyntax }, () =>
            readWhole(files, image),
          ),
  }
}

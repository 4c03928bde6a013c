import type { Association } from './association.ts'
import { isWarning, statuses } from './codes.ts'
import { commandFields } from './command-set.ts'
import { DimseFault, createMalformedFault } from './fault.ts'
import type { DimseResponse, OutgoingObject } from './service.ts'

interface Originator {
  readonly title: string
  readonly messageId: number
}

/** Sends one object by C-STORE and returns the response; a failure status is thrown. */
export async function sendObject(
  association: Association,
  object: OutgoingObject & { readonly moveOriginator?: Originator },
  responseMs: number,
): Promise<DimseResponse> {
  const { sopClass, sopInstance, transferSyntax, moveOriginator } = object
  const { id: contextId } = association.findContext(sopClass, transferSyntax)
  const dataset = await object.open()
  const { messageId, responses } = association.startRequest()
  try {
    const command = {
      affectedClass: sopClass,
      field: commandFields.store,
      messageId,
      priority: 0,
      affectedInstance: sopInstance,
      moveOriginator: moveOriginator?.title,
      moveOriginatorId: moveOriginator?.messageId,
    }
    await association.send(contextId, command, dataset)
    const { command: response, dataset: unexpected } = await responses.next(responseMs)
    if (response.field !== (commandFields.store | commandFields.response))
      throw createMalformedFault('an answer to nothing')
    await unexpected?.discard()
    return checkStatus(response)
  } catch (error) {
    abortUnlessRefused(association, error)
    throw error
  } finally {
    association.endRequest(messageId)
  }
}

/** After a failure status the association goes on; after any other error its state is unknown. */
export function abortUnlessRefused(association: Association, error: unknown): void {
  if (!(error instanceof DimseFault) || error.code !== 'failure-status')
    association.connection.fail(error)
}

export function checkStatus({
  status,
  comment,
}: {
  status?: number | undefined
  comment?: string | undefined
}): DimseResponse {
  if (status === undefined) throw createMalformedFault('an answer without a status')
  const answer = { status, ...(comment === undefined ? {} : { comment }) }
  if (status === statuses.success || isWarning(status)) return answer
  throw new DimseFault('failure-status', `the peer answers with 0x${status.toString(16)}`, answer)
}

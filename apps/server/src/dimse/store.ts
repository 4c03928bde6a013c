import type { Association } from './association.ts'
import { isWarning, statuses } from './codes.ts'
import { fields } from './command.ts'
import { DimseFault, malformed } from './fault.ts'
import type { Answer, OutgoingObject } from './service.ts'

interface Originator {
  readonly title: string
  readonly messageId: number
}

/** Sends one object and waits for the peer's word on it; warnings are answers, failures are thrown. */
export async function storeOver(
  association: Association,
  object: OutgoingObject & { readonly moveOriginator?: Originator },
  responseMs: number,
): Promise<Answer> {
  const { sopClass, sopInstance, transferSyntax, moveOriginator } = object
  const { id: contextId } = association.contextFor(sopClass, transferSyntax)
  const dataset = await object.open()
  const { messageId, answers } = association.ask()
  try {
    const command = {
      affectedClass: sopClass,
      field: fields.store,
      messageId,
      priority: 0,
      affectedInstance: sopInstance,
      moveOriginator: moveOriginator?.title,
      moveOriginatorId: moveOriginator?.messageId,
    }
    await association.send(contextId, command, dataset)
    const { command: answer, dataset: unasked } = await answers.next(responseMs)
    if (answer.field !== (fields.store | fields.answer)) throw malformed('an answer to nothing')
    await unasked?.discard()
    return answerOf(answer)
  } catch (error) {
    giveUp(association, error)
    throw error
  } finally {
    association.answered(messageId)
  }
}

/** After a refusal the association goes on; after anything else nobody knows where it stands. */
export function giveUp(association: Association, error: unknown): void {
  if (!(error instanceof DimseFault) || error.code !== 'failure-status')
    association.line.fail(error)
}

export function answerOf({
  status,
  comment,
}: {
  status?: number | undefined
  comment?: string | undefined
}): Answer {
  if (status === undefined) throw malformed('an answer without a status')
  const answer = { status, ...(comment === undefined ? {} : { comment }) }
  if (status === statuses.success || isWarning(status)) return answer
  throw new DimseFault('failure-status', `the peer answers with 0x${status.toString(16)}`, answer)
}

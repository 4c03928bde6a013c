import type { Association } from './association.ts'
import { abortUnlessRefused, checkStatus } from './c-store.ts'
import { uids } from './codes.ts'
import { commandFields } from './command-set.ts'
import { createMalformedFault } from './fault.ts'
import type { DimseResponse } from './service.ts'

export async function sendEcho(
  association: Association,
  responseMs: number,
): Promise<DimseResponse> {
  const { id: contextId } = association.findContext(uids.verification)
  const { messageId, responses } = association.startRequest()
  try {
    const command = { affectedClass: uids.verification, field: commandFields.echo, messageId }
    await association.send(contextId, command)
    const { command: response } = await responses.next(responseMs)
    if (response.field !== (commandFields.echo | commandFields.response))
      throw createMalformedFault('an answer to nothing')
    return checkStatus(response)
  } catch (error) {
    abortUnlessRefused(association, error)
    throw error
  } finally {
    association.endRequest(messageId)
  }
}

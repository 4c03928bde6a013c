import { createStatusFault, statuses } from '../../../dimse/index.ts'
import type { QueryRequest } from '../../../dimse/index.ts'
import { authorize } from '../callers/admission.ts'
import type { AdmissionDeps, CallerSession } from '../callers/admission.ts'
import { getNeededRight } from '../callers/match-device.ts'

/**
 * The rights of the caller are checked again for each query: an association can last for hours, and
 * the clinic may have removed the device meanwhile. The SOP class must be that of the presentation
 * context, because contexts without the right are refused when they are negotiated.
 */
export async function authorizeQuery(
  deps: AdmissionDeps,
  { caller, context, sopClass }: QueryRequest<CallerSession>,
  ...classes: readonly string[]
): Promise<CallerSession> {
  if (sopClass !== context.abstractSyntax || !classes.includes(sopClass))
    throw createStatusFault(statuses.classNotSupported)
  const right = getNeededRight(sopClass, new Set())
  const session = right && (await authorize(deps, caller, right))
  if (!session)
    throw createStatusFault(statuses.notAuthorized, 'the clinic does not allow this device that')
  return session
}

import { createStatusFault, statuses } from '../../../dimse/index.ts'
import type { QueryRequest } from '../../../dimse/index.ts'
import { admit } from '../callers/admission.ts'
import type { AdmissionDeps, CallerSession } from '../callers/admission.ts'

/**
 * The caller is admitted again for each query: an association can last for hours, and the clinic
 * may have removed the caller meanwhile. The SOP class must be that of the presentation context,
 * because unlisted callers are refused when contexts are negotiated.
 */
export async function authorizeQuery(
  deps: AdmissionDeps,
  { caller, context, sopClass }: QueryRequest<CallerSession>,
  ...classes: readonly string[]
): Promise<CallerSession> {
  if (sopClass !== context.abstractSyntax || !classes.includes(sopClass))
    throw createStatusFault(statuses.classNotSupported)
  const admission = await admit(deps, caller)
  if (!admission.isAdmitted || !admission.session.mayQuery)
    throw createStatusFault(statuses.notAuthorized, 'the clinic does not name this caller')
  return admission.session
}

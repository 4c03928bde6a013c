import { failureStatus, statuses } from '../../dimse/index.ts'
import type { QueryRequest } from '../../dimse/index.ts'
import { admit } from './admission.ts'
import type { AdmissionDeps, Session } from './admission.ts'

/**
 * Who asks is looked up for each question: an association lives for hours, and the clinic may have
 * closed its list meanwhile. The class must be that of the context, because contexts are where
 * strangers are refused.
 */
export async function querySession(
  deps: AdmissionDeps,
  { caller, context, sopClass }: QueryRequest<Session>,
  ...classes: readonly string[]
): Promise<Session> {
  if (sopClass !== context.abstractSyntax || !classes.includes(sopClass))
    throw failureStatus(statuses.classNotSupported)
  const admission = await admit(deps, caller)
  if (!admission.isAdmitted || !admission.session.mayQuery)
    throw failureStatus(statuses.notAuthorized, 'the clinic does not name this caller')
  return admission.session
}

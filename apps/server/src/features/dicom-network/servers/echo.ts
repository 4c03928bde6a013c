import type { Socket } from 'node:net'
import { DimseFault, openAssociation, uids } from '../../../dimse/index.ts'
import type { OpenAssociation } from '../../../dimse/index.ts'
import type { Endpoint } from '../../../outbound/connection-refusal.ts'
import { toPeerRefusal } from './peer-refusal.ts'
import type { AeTitles } from './peer-refusal.ts'

const serviceCodes = {
  'context-refused': 'dicom/no-verification',
  'failure-status': 'dicom/echo-failed',
} as const

/** The result is known by then, so a peer that never answers the release is not waited for. */
const releaseMs = 300

/** Sends a C-ECHO over an open connection, which the caller closes. */
export async function echo(socket: Socket, titles: AeTitles, endpoint: Endpoint): Promise<void> {
  const contexts = [
    { abstractSyntax: uids.verification, transferSyntaxes: [uids.implicitLittleEndian] },
  ]
  let association: OpenAssociation | undefined
  try {
    association = await openAssociation(socket, { ...titles, contexts, limits: { releaseMs } })
    await association.echo()
    await association.release()
  } catch (error) {
    if (error instanceof DimseFault && error.code === 'failure-status') await association?.release()
    else association?.abort()
    throw error instanceof DimseFault
      ? toPeerRefusal(error, { endpoint, titles, serviceCodes })
      : error
  }
}

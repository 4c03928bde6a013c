import type { Socket } from 'node:net'
import { DimseFault, openAssociation, uids } from '../../dimse/index.ts'
import type { OpenAssociation } from '../../dimse/index.ts'
import type { Place } from '../../outbound/connection-fault.ts'
import { peerVerdict } from './peer-verdict.ts'
import type { Titles } from './peer-verdict.ts'

const ofService = {
  'context-refused': 'dicom/no-verification',
  'failure-status': 'dicom/echo-failed',
} as const

/** The verdict is known by then; a peer that does not say good-bye is not waited for. */
const releaseMs = 300

/** A C-ECHO over an open connection, which its owner closes. */
export async function echo(socket: Socket, titles: Titles, place: Place): Promise<void> {
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
    throw error instanceof DimseFault ? peerVerdict(error, { place, titles, ofService }) : error
  }
}

import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Refusal, refuse } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import { connectionFault } from '../../outbound/connection-fault.ts'
import type { Place } from '../../outbound/connection-fault.ts'
import * as pdu from './pdu.ts'
import type { Pdu, Titles } from './pdu.ts'

/** PS3.8 table 9-21: what a rejection means depends on which part of the peer it comes from. */
const rejections: Readonly<Record<string, ErrorCode>> = {
  '1.1': 'dicom/rejected',
  '1.2': 'dicom/rejected-application-context',
  '1.3': 'dicom/rejected-calling-title',
  '1.7': 'dicom/rejected-called-title',
  '2.1': 'dicom/rejected',
  '2.2': 'dicom/rejected-protocol-version',
  '3.1': 'dicom/rejected-congestion',
  '3.2': 'dicom/rejected-limit',
}

/** The verdict is known by then; a peer that does not say good-bye is not waited for. */
const releaseMs = 300

/**
 * A C-ECHO over an open connection, which its owner closes. Why it is our own and not that of
 * dcmjs-dimse stands in docs/decisions/0016.
 */
export async function echo(socket: Socket, titles: Titles, place: Place): Promise<void> {
  const pdus = pdu.readPdus(socket)
  const values = { ...place, callingTitle: titles.calling, calledTitle: titles.called }
  const next = async (): Promise<Pdu> => {
    const { value } = await pdus.next()
    if (value === undefined) refuse('connection/closed', { values })
    if (value.kind === 'abort') refuse('dicom/aborted', { values })
    return value
  }

  try {
    socket.write(pdu.associateRequest(titles))
    const answer = await next()
    if (answer.kind === 'reject') throw rejection(answer, values)
    if (answer.kind !== 'accept') throw new pdu.NotDicom()
    if (!answer.isContextAccepted) {
      socket.write(pdu.abortRequest())
      refuse('dicom/no-verification', { values })
    }
    socket.write(pdu.echoRequest())
    const status = await statusFrom(next)
    socket.write(pdu.releaseRequest())
    await Promise.race([pdus.next().catch(() => undefined), delay(releaseMs)])
    if (status !== 0) {
      const hex = `0x${status.toString(16).toUpperCase().padStart(4, '0')}`
      refuse('dicom/echo-failed', { values: { ...values, status: hex } })
    }
  } catch (error) {
    if (error instanceof pdu.NotDicom)
      refuse(error.isTlsAlert ? 'dicom/expects-tls' : 'dicom/not-dicom', { values })
    throw connectionFault(error, place, 'session')
  }
}

function rejection({ result, source, reason }: Pdu & { kind: 'reject' }, values: object): Refusal {
  const code = rejections[`${source}.${reason}`] ?? 'dicom/rejected-otherwise'
  return new Refusal(code, { values: { ...values, result, source, reason } })
}

const piecesMax = 16

/** The answer may come in several pieces, each of them bounded. */
async function statusFrom(next: () => Promise<Pdu>): Promise<number> {
  let command = Buffer.alloc(0)
  for (let pieces = 0; pieces < piecesMax; pieces += 1) {
    const answer = await next()
    if (answer.kind !== 'data') throw new pdu.NotDicom()
    for (const { isCommand, isLast, bytes } of answer.fragments) {
      if (!isCommand) throw new pdu.NotDicom()
      command = Buffer.concat([command, bytes])
      if (isLast) return pdu.echoStatus(command)
    }
  }
  throw new pdu.NotDicom()
}

import { encodeCommand } from '../command-set.ts'
import type { CommandSet } from '../command-set.ts'
import { encodeAssociateRequest } from '../associate-pdu.ts'
import { pdvFlags, encodeDataHeader } from '../pdu.ts'
import { uids } from '../index.ts'

export const secondaryCapture = '1.2.840.10008.5.1.4.1.1.7'

/** Presentation context 1 is for verification, 3 for images, 5 for queries. */
export const encodeTestRequest = () =>
  encodeAssociateRequest({
    calling: 'STRANGER',
    called: 'TALUS',
    roles: new Map(),
    contexts: [uids.verification, secondaryCapture, uids.studyRootFind].map(
      (abstractSyntax, index) => ({
        id: index * 2 + 1,
        abstractSyntax,
        transferSyntaxes: [uids.explicitLittleEndian],
      }),
    ),
  })

/** A P-DATA-TF PDU with one PDV. */
export const encodeDataPdu = (contextId: number, control: number, bytes: Uint8Array) =>
  Buffer.concat([encodeDataHeader(bytes.length, contextId, control), bytes])

export const encodeCommandPdu = (contextId: number, command: CommandSet, withDataset = false) =>
  encodeDataPdu(contextId, pdvFlags.command | pdvFlags.last, encodeCommand(command, withDataset))

export const encodeStoreCommand = (messageId = 1) =>
  encodeCommandPdu(
    3,
    {
      affectedClass: secondaryCapture,
      field: 1,
      messageId,
      priority: 0,
      affectedInstance: `1.2.3.${messageId}`,
    },
    true,
  )

export const encodeEchoCommand = (messageId = 1) =>
  encodeCommandPdu(1, { affectedClass: uids.verification, field: 0x30, messageId })

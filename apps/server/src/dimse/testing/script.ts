import { encodeCommand } from '../command.ts'
import type { Command } from '../command.ts'
import { encodeRequest } from '../associate.ts'
import { controls, dataHead } from '../units.ts'
import { uids } from '../index.ts'

export const secondaryCapture = '1.2.840.10008.5.1.4.1.1.7'

/** Context 1 is for verification, 3 for pictures, 5 for queries. */
export const requestUnit = () =>
  encodeRequest({
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

/** A P-DATA-TF with one fragment. */
export const dataUnit = (contextId: number, control: number, bytes: Uint8Array) =>
  Buffer.concat([dataHead(bytes.length, contextId, control), bytes])

export const commandUnit = (contextId: number, command: Command, withDataset = false) =>
  dataUnit(contextId, controls.command | controls.last, encodeCommand(command, withDataset))

export const storeCommand = (messageId = 1) =>
  commandUnit(
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

export const echoCommand = (messageId = 1) =>
  commandUnit(1, { affectedClass: uids.verification, field: 0x30, messageId })

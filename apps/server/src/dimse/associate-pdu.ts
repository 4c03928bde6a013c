import { implementationClassUid, implementationVersionName } from '@talus/dicom'
import { uids } from './codes.ts'
import { createMalformedFault } from './fault.ts'
import { maxPduLength, encodePdu, pduTypes } from './pdu.ts'

export interface ProposedContext {
  readonly id: number
  readonly abstractSyntax: string
  readonly transferSyntaxes: readonly string[]
}

/** PS3.8 9.3.3.2: result codes of a presentation context. */
export const contextResults = {
  accepted: 0,
  userRejection: 1,
  noReason: 2,
  abstractSyntax: 3,
  transferSyntaxes: 4,
} as const

export interface NegotiatedContext {
  readonly id: number
  readonly result: number
  readonly transferSyntax: string
}

/** PS3.7 D.3.3.4: the roles (SCU, SCP) that the requestor takes for a SOP class. */
export interface Roles {
  readonly scu: boolean
  readonly scp: boolean
}

interface AssociatePdu<Context> {
  readonly called: string
  readonly calling: string
  readonly contexts: readonly Context[]
  readonly roles: ReadonlyMap<string, Roles>
  /** Longest P-DATA-TF PDU that the other side accepts; 0 means no limit. */
  readonly maxPduLength: number
  readonly implementationClass: string
  readonly implementationVersion: string
  readonly protocolVersion: number
  readonly applicationContext: string
}
export type AssociateRequest = AssociatePdu<ProposedContext>
export type AssociateAccept = AssociatePdu<NegotiatedContext>

type AssociateFields<Context> = Pick<
  AssociatePdu<Context>,
  'called' | 'calling' | 'contexts' | 'roles'
>

/** Assumed if the peer sends no maximum length item. */
const defaultMaxPduLength = 16_384
const contextsMax = 128
const transferSyntaxesMax = 128
const fixedLength = 68

const toLatin1 = (text: string) => Buffer.from(text, 'latin1')
const padTitle = (text: string) => toLatin1(text.padEnd(16).slice(0, 16))

function encodeItem(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([type, 0, body.length >> 8, body.length & 0xff]), body])
}

function encodeRoleItem([uid, { scu, scp }]: readonly [string, Roles]): Buffer {
  const length = Buffer.from([uid.length >> 8, uid.length & 0xff])
  return encodeItem(0x54, length, toLatin1(uid), Buffer.from([Number(scu), Number(scp)]))
}

function encodeAssociate(
  type: number,
  fields: AssociateFields<unknown>,
  contexts: readonly Buffer[],
) {
  const max = Buffer.alloc(4)
  max.writeUInt32BE(maxPduLength)
  const body = [
    Buffer.from([0, 1, 0, 0]),
    padTitle(fields.called),
    padTitle(fields.calling),
    Buffer.alloc(32),
    encodeItem(0x10, toLatin1(uids.applicationContext)),
    ...contexts,
    encodeItem(
      0x50,
      encodeItem(0x51, max),
      encodeItem(0x52, toLatin1(implementationClassUid)),
      ...[...fields.roles].map(encodeRoleItem),
      encodeItem(0x55, toLatin1(implementationVersionName)),
    ),
  ]
  return encodePdu(type, Buffer.concat(body))
}

export const encodeAssociateRequest = (fields: AssociateFields<ProposedContext>): Buffer =>
  encodeAssociate(
    pduTypes.associateRequest,
    fields,
    fields.contexts.map(({ id, abstractSyntax, transferSyntaxes }) =>
      encodeItem(
        0x20,
        Buffer.from([id, 0, 0, 0]),
        encodeItem(0x30, toLatin1(abstractSyntax)),
        ...transferSyntaxes.map((uid) => encodeItem(0x40, toLatin1(uid))),
      ),
    ),
  )

export const encodeAssociateAccept = (fields: AssociateFields<NegotiatedContext>): Buffer =>
  encodeAssociate(
    pduTypes.associateAccept,
    fields,
    fields.contexts.map(({ id, result, transferSyntax }) =>
      encodeItem(0x21, Buffer.from([id, 0, result, 0]), encodeItem(0x40, toLatin1(transferSyntax))),
    ),
  )

function* readItems(body: Buffer) {
  let at = 0
  while (at < body.length) {
    if (body.length - at < 4) throw createMalformedFault('an item is cut short')
    const end = at + 4 + body.readUInt16BE(at + 2)
    if (end > body.length) throw createMalformedFault('an item is longer than what it stands in')
    yield { type: body.readUInt8(at), bytes: body.subarray(at + 4, end) }
    at = end
  }
}

const decodeText = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[\0 ]+$/u, '')
    .trimStart()

function decode<Context>(
  body: Buffer,
  contextType: number,
  toContext: (id: number, third: number, items: Buffer) => Context,
): AssociatePdu<Context> {
  if (body.length < fixedLength) throw createMalformedFault('an association is cut short')
  const contexts: Context[] = []
  const decoded = {
    called: decodeText(body.subarray(4, 20)),
    calling: decodeText(body.subarray(20, 36)),
    contexts,
    roles: new Map<string, Roles>(),
    maxPduLength: defaultMaxPduLength,
    implementationClass: '',
    implementationVersion: '',
    protocolVersion: body.readUInt16BE(0),
    applicationContext: '',
  }
  for (const { type, bytes } of readItems(body.subarray(fixedLength))) {
    if (type === 0x10) decoded.applicationContext = decodeText(bytes)
    if (type === contextType) {
      if (bytes.length < 4 || contexts.length === contextsMax)
        throw createMalformedFault('a wrong context')
      contexts.push(toContext(bytes.readUInt8(0), bytes.readUInt8(2), bytes.subarray(4)))
    }
    if (type !== 0x50) continue
    for (const part of readItems(bytes)) {
      if (part.type === 0x51 && part.bytes.length === 4)
        decoded.maxPduLength = part.bytes.readUInt32BE(0)
      if (part.type === 0x52) decoded.implementationClass = decodeText(part.bytes)
      if (part.type === 0x54) decoded.roles.set(...decodeRole(part.bytes))
      if (part.type === 0x55) decoded.implementationVersion = decodeText(part.bytes)
    }
  }
  return decoded
}

function decodeRole(bytes: Buffer): [string, Roles] {
  const end = bytes.length < 4 ? 0 : 2 + bytes.readUInt16BE(0)
  if (end === 0 || end + 2 > bytes.length) throw createMalformedFault('a role is cut short')
  const [scu, scp] = bytes.subarray(end)
  return [decodeText(bytes.subarray(2, end)), { scu: scu === 1, scp: scp === 1 }]
}

export function decodeAssociateRequest(body: Buffer): AssociateRequest {
  const ids = new Set<number>()
  return decode(body, 0x20, (id, _reserved, items) => {
    if (id % 2 === 0 || ids.has(id)) throw createMalformedFault('a context is numbered wrongly')
    ids.add(id)
    let abstractSyntax = ''
    const transferSyntaxes: string[] = []
    for (const { type, bytes } of readItems(items)) {
      if (type === 0x30) abstractSyntax = decodeText(bytes)
      if (type === 0x40) transferSyntaxes.push(decodeText(bytes))
    }
    if (transferSyntaxes.length > transferSyntaxesMax)
      throw createMalformedFault('too many syntaxes')
    return { id, abstractSyntax, transferSyntaxes }
  })
}

/**
 * The transfer syntax of a refused context is meaningless, and some peers omit that of an accepted
 * one.
 */
export const decodeAssociateAccept = (body: Buffer): AssociateAccept =>
  decode(body, 0x21, (id, result, items) => {
    let transferSyntax = ''
    for (const { type, bytes } of readItems(items))
      if (type === 0x40) transferSyntax = decodeText(bytes)
    return { id, result, transferSyntax }
  })

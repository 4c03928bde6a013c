import { implementationClassUid, implementationVersionName } from '@talus/dicom'
import { uids } from './codes.ts'
import { malformed } from './fault.ts'
import { dataMax, unit, unitTypes } from './units.ts'

export interface ProposedContext {
  readonly id: number
  readonly abstractSyntax: string
  readonly transferSyntaxes: readonly string[]
}

/** PS3.8 9.3.3.2: accepted, or why not. */
export const contextResults = {
  accepted: 0,
  userRejection: 1,
  noReason: 2,
  abstractSyntax: 3,
  transferSyntaxes: 4,
} as const

export interface AnsweredContext {
  readonly id: number
  readonly result: number
  readonly transferSyntax: string
}

/** PS3.7 D.3.3.4: which side asks for and which side provides the service of a class. */
export interface Roles {
  readonly scu: boolean
  readonly scp: boolean
}

interface Associate<Context> {
  readonly called: string
  readonly calling: string
  readonly contexts: readonly Context[]
  readonly roles: ReadonlyMap<string, Roles>
  /** The longest P-DATA-TF that the other side takes; 0 has no bound. */
  readonly dataMax: number
  readonly implementationClass: string
  readonly implementationVersion: string
  readonly protocolVersion: number
  readonly applicationContext: string
}
export type AssociateRequest = Associate<ProposedContext>
export type AssociateAccept = Associate<AnsweredContext>

type Outgoing<Context> = Pick<Associate<Context>, 'called' | 'calling' | 'contexts' | 'roles'>

/** What PS3.8 says of a peer that does not tell. */
const dataMaxUntold = 16_384
const contextsMax = 128
const transferSyntaxesMax = 128
const fixedLength = 68

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const title = (text: string) => latin1(text.padEnd(16).slice(0, 16))

function item(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([type, 0, body.length >> 8, body.length & 0xff]), body])
}

function roleItem([uid, { scu, scp }]: readonly [string, Roles]): Buffer {
  const length = Buffer.from([uid.length >> 8, uid.length & 0xff])
  return item(0x54, length, latin1(uid), Buffer.from([Number(scu), Number(scp)]))
}

function associateUnit(type: number, given: Outgoing<unknown>, contexts: readonly Buffer[]) {
  const max = Buffer.alloc(4)
  max.writeUInt32BE(dataMax)
  const body = [
    Buffer.from([0, 1, 0, 0]),
    title(given.called),
    title(given.calling),
    Buffer.alloc(32),
    item(0x10, latin1(uids.applicationContext)),
    ...contexts,
    item(
      0x50,
      item(0x51, max),
      item(0x52, latin1(implementationClassUid)),
      ...[...given.roles].map(roleItem),
      item(0x55, latin1(implementationVersionName)),
    ),
  ]
  return unit(type, Buffer.concat(body))
}

export const encodeRequest = (given: Outgoing<ProposedContext>): Buffer =>
  associateUnit(
    unitTypes.associateRequest,
    given,
    given.contexts.map(({ id, abstractSyntax, transferSyntaxes }) =>
      item(
        0x20,
        Buffer.from([id, 0, 0, 0]),
        item(0x30, latin1(abstractSyntax)),
        ...transferSyntaxes.map((uid) => item(0x40, latin1(uid))),
      ),
    ),
  )

export const encodeAccept = (given: Outgoing<AnsweredContext>): Buffer =>
  associateUnit(
    unitTypes.associateAccept,
    given,
    given.contexts.map(({ id, result, transferSyntax }) =>
      item(0x21, Buffer.from([id, 0, result, 0]), item(0x40, latin1(transferSyntax))),
    ),
  )

function* itemsOf(body: Buffer) {
  let at = 0
  while (at < body.length) {
    if (body.length - at < 4) throw malformed('an item is cut short')
    const end = at + 4 + body.readUInt16BE(at + 2)
    if (end > body.length) throw malformed('an item is longer than what it stands in')
    yield { type: body.readUInt8(at), bytes: body.subarray(at + 4, end) }
    at = end
  }
}

const text = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[\0 ]+$/u, '')
    .trimStart()

function decode<Context>(
  body: Buffer,
  contextType: number,
  contextOf: (id: number, third: number, items: Buffer) => Context,
): Associate<Context> {
  if (body.length < fixedLength) throw malformed('an association is cut short')
  const contexts: Context[] = []
  const found = {
    called: text(body.subarray(4, 20)),
    calling: text(body.subarray(20, 36)),
    contexts,
    roles: new Map<string, Roles>(),
    dataMax: dataMaxUntold,
    implementationClass: '',
    implementationVersion: '',
    protocolVersion: body.readUInt16BE(0),
    applicationContext: '',
  }
  for (const { type, bytes } of itemsOf(body.subarray(fixedLength))) {
    if (type === 0x10) found.applicationContext = text(bytes)
    if (type === contextType) {
      if (bytes.length < 4 || contexts.length === contextsMax) throw malformed('a wrong context')
      contexts.push(contextOf(bytes.readUInt8(0), bytes.readUInt8(2), bytes.subarray(4)))
    }
    if (type !== 0x50) continue
    for (const part of itemsOf(bytes)) {
      if (part.type === 0x51 && part.bytes.length === 4) found.dataMax = part.bytes.readUInt32BE(0)
      if (part.type === 0x52) found.implementationClass = text(part.bytes)
      if (part.type === 0x54) found.roles.set(...roleOf(part.bytes))
      if (part.type === 0x55) found.implementationVersion = text(part.bytes)
    }
  }
  return found
}

function roleOf(bytes: Buffer): [string, Roles] {
  const end = bytes.length < 4 ? 0 : 2 + bytes.readUInt16BE(0)
  if (end === 0 || end + 2 > bytes.length) throw malformed('a role is cut short')
  const [scu, scp] = bytes.subarray(end)
  return [text(bytes.subarray(2, end)), { scu: scu === 1, scp: scp === 1 }]
}

export function decodeRequest(body: Buffer): AssociateRequest {
  const ids = new Set<number>()
  return decode(body, 0x20, (id, _reserved, items) => {
    if (id % 2 === 0 || ids.has(id)) throw malformed('a context is numbered wrongly')
    ids.add(id)
    let abstractSyntax = ''
    const transferSyntaxes: string[] = []
    for (const { type, bytes } of itemsOf(items)) {
      if (type === 0x30) abstractSyntax = text(bytes)
      if (type === 0x40) transferSyntaxes.push(text(bytes))
    }
    if (transferSyntaxes.length > transferSyntaxesMax) throw malformed('too many syntaxes')
    return { id, abstractSyntax, transferSyntaxes }
  })
}

/** Of a refused context the syntax means nothing, and some peers leave it out of accepted ones. */
export const decodeAccept = (body: Buffer): AssociateAccept =>
  decode(body, 0x21, (id, result, items) => {
    let transferSyntax = ''
    for (const { type, bytes } of itemsOf(items)) if (type === 0x40) transferSyntax = text(bytes)
    return { id, result, transferSyntax }
  })

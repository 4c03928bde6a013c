import { refuse } from '@talus/contract'
import { abortOnDisconnect } from '@talus/node-kit/abort-on-disconnect'
import type { FastifyReply } from 'fastify'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { ReadLog } from '../../audit/index.ts'
import { describeIdentity } from '../../images/index.ts'
import { parseAccept } from '../accept.ts'
import type { AcceptedType } from '../accept.ts'
import type { BuildUrl, DicomResource } from '../resource-urls.ts'
import {
  createCacheHeaders,
  isCachedByClient,
  sendNotModified,
  sendJson,
  sendParts,
} from '../responses.ts'
import { chooseBulkForm, streamBulkValue } from './bulk-data.service.ts'
import { createConversionCheck } from './conversion-check.ts'
import { findRetrievable, streamFiles } from './files.service.ts'
import type { LeftOut } from './files.service.ts'
import { streamFrames } from './frames.service.ts'
import type { FrameDeps } from './frames.service.ts'
import { findInstances } from '../instances.queries.ts'
import type { Instance } from '../instances.queries.ts'
import {
  acceptsStoredFile,
  chooseFileForm,
  chooseFrameForm,
  chooseJsonType,
} from '../media-types.ts'
import { createEtag } from '../metadata-json.ts'
import { loadMetadata } from './metadata.service.ts'
import type { MetadataDeps } from './metadata.service.ts'
import { parseQuery, scopeToClinic } from '../query.ts'
import { recordRead } from '../record-read.ts'
import type { ReadCall } from '../record-read.ts'

export interface RetrieveDeps extends FrameDeps, MetadataDeps {
  readonly buildUrl: BuildUrl
  readonly readLog: ReadLog
  /** Aborts the running responses: a server that stops does not wait for its clients. */
  readonly stopping: AbortSignal
}

interface Requested {
  readonly db: ClinicDb
  readonly accepted: readonly AcceptedType[]
  readonly instances: readonly Instance[]
  readonly first: Instance
}

/** Finds the requested instances and the accepted types; a study of another clinic is not found. */
export async function findRequested(
  db: ClinicDb,
  { request }: FastifyReply,
  resource: DicomResource,
): Promise<Requested> {
  const query = parseQuery(request.query)
  const accepted = parseAccept(request.headers.accept, query.one('accept'))
  const scope = scopeToClinic(db, query)
  const instances = await findInstances(scope, resource)
  const [first = refuse('record/not-found')] = instances
  return { db: scope, accepted, instances, first }
}

export function createRetrieval(deps: RetrieveDeps) {
  const { buildUrl, stopping } = deps
  const planConversion = createConversionCheck(deps)

  async function files(call: ReadCall, reply: FastifyReply, resource: DicomResource) {
    const { accepted, instances, first, db: scope } = await findRequested(call.db, reply, resource)
    const syntaxes = instances.map(({ transferSyntaxUID }) => transferSyntaxUID)
    const form = chooseFileForm(accepted, syntaxes)
    const { isMultipart, targetSyntax } = form
    const identity = await describeIdentity(scope, first.studyId)
    const tag = createEtag(instances, 'files', targetSyntax ?? '', identity)
    if (isCachedByClient(reply, tag)) return sendNotModified(reply, tag)
    const signal = abortOnDisconnect(reply.raw, { stopping })
    const { intact, damaged } = await findRetrievable(deps, instances, signal)
    const acceptsStored = (syntax: string) => acceptsStoredFile(accepted, form, syntax)
    const plan = await planConversion(intact, { targetSyntax, acceptsStored, signal })
    const leftOut = [...damaged, ...plan.leftOut]
    const [fault] = leftOut
    if (fault && plan.instances.length === 0) throw fault.error
    recordRead(deps.readLog, call, first, plan.instances)
    const { asStored, held } = plan
    const options = { targetSyntax, asStored, held, signal, buildUrl }
    const parts = streamFiles(deps, plan.instances, options)
    const isLengthKnown = isMultipart && instances.length === 1
    // PS3.18 8.5: the response has some of the instances. It is not cached as the whole study.
    if (fault) reply.raw.statusCode = 206
    const headers = fault
      ? { 'cache-control': 'no-store', warning: createDamageWarning(leftOut) }
      : createCacheHeaders(tag)
    return sendParts(reply, parts, { isMultipart, isLengthKnown, headers, signal })
  }

  async function metadata(call: ReadCall, reply: FastifyReply, resource: DicomResource) {
    const { accepted, instances, first, db: scope } = await findRequested(call.db, reply, resource)
    const type = chooseJsonType(accepted)
    const identity = await describeIdentity(scope, first.studyId)
    const tag = createEtag(instances, 'metadata', identity)
    if (isCachedByClient(reply, tag)) return sendNotModified(reply, tag)
    const text = await loadMetadata(deps, scope, instances, buildUrl)
    recordRead(deps.readLog, call, first, [])
    return sendJson(reply.headers(createCacheHeaders(tag)), type, text)
  }

  async function frames(
    call: ReadCall,
    reply: FastifyReply,
    resource: DicomResource,
    list: string,
  ) {
    const { accepted, first } = await findRequested(call.db, reply, resource)
    return sendFrames(call, reply, first, accepted, parseFrameNumbers(list, first))
  }

  async function sendFrames(
    call: ReadCall,
    reply: FastifyReply,
    instance: Instance,
    accepted: readonly AcceptedType[],
    numbers: readonly number[],
  ) {
    const form = chooseFrameForm(accepted, instance.transferSyntaxUID, numbers.length)
    const tag = createEtag([instance], 'frames', numbers.join(), form.syntax)
    if (isCachedByClient(reply, tag)) return sendNotModified(reply, tag)
    const signal = abortOnDisconnect(reply.raw, { stopping })
    recordRead(deps.readLog, call, instance, [instance])
    const parts = streamFrames(deps, instance, numbers, form, signal)
    const { isMultipart } = form
    const isLengthKnown = numbers.length === 1
    const headers = createCacheHeaders(tag)
    return sendParts(reply, parts, { isMultipart, isLengthKnown, headers, signal })
  }

  async function bulkData(
    call: ReadCall,
    reply: FastifyReply,
    resource: DicomResource,
    path: string,
  ) {
    const { accepted, first } = await findRequested(call.db, reply, resource)
    const form = chooseBulkForm(first, accepted, path)
    if (form === 'frames') {
      const all = Array.from({ length: first.frames }, (_, index) => index + 1)
      return sendFrames(call, reply, first, accepted, all)
    }
    const signal = abortOnDisconnect(reply.raw, { stopping })
    recordRead(deps.readLog, call, first, [first])
    const parts = streamBulkValue(deps, first, path, signal)
    const headers = createCacheHeaders(createEtag([first], 'value', path))
    return sendParts(reply, parts, { ...form, isLengthKnown: true, headers, signal })
  }

  return { files, metadata, frames, bulkData }
}

/** Names a few of the instances that are missing in the response. */
function createDamageWarning(leftOut: readonly LeftOut[]): string {
  const uids = leftOut.slice(0, 5).map(({ instance }) => instance.sopInstanceUID)
  const more = leftOut.length > uids.length ? ', ...' : ''
  return `299 talus "${leftOut.length} damaged instances are left out: ${uids.join(', ')}${more}"`
}

const framesMax = 5000

/** Parses `1,2,5`; all frames must exist, because a client would take a part of them for all. */
export function parseFrameNumbers(
  list: string,
  { hasPixels, frames }: Instance,
): readonly number[] {
  const numbers = list.split(',').map(Number)
  if (numbers.length > framesMax || numbers.includes(0)) refuse('request/malformed')
  if (!hasPixels || numbers.some((number) => number > frames)) refuse('record/not-found')
  return numbers
}

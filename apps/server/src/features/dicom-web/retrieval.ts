import { refuse } from '@talus/contract'
import type { FastifyReply } from 'fastify'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { acceptedOf } from './accept.ts'
import type { Accepted } from './accept.ts'
import type { AddressOf, Place } from './addresses.ts'
import { cacheHeaders, isKnown, notModified, sendJson, sendParts } from './answer.ts'
import type { Answers } from './answer.ts'
import { bulkForm, valueOf } from './bulk-data.service.ts'
import { filesOf } from './files.service.ts'
import { framesOf } from './frames.service.ts'
import type { FrameDeps } from './frames.service.ts'
import { findInstances } from './instances.queries.ts'
import type { Instance } from './instances.queries.ts'
import { fileForm, frameForm, jsonType } from './media-types.ts'
import { tagOf } from './metadata.ts'
import { metadataOf } from './metadata.service.ts'
import type { MetadataDeps } from './metadata.service.ts'
import { queryOf, scopeOf } from './query.ts'

export interface RetrieveDeps extends FrameDeps, MetadataDeps {
  readonly addressOf: AddressOf
  readonly answers: Answers
}

interface Asked {
  readonly db: ClinicDb
  readonly accepted: readonly Accepted[]
  readonly instances: readonly Instance[]
  readonly first: Instance
}

/** What is asked for and in which forms; a study of another clinic is none. */
export async function askedFor(
  db: ClinicDb,
  { request }: FastifyReply,
  place: Place,
): Promise<Asked> {
  const query = queryOf(request.query)
  const accepted = acceptedOf(request.headers.accept, query.one('accept'))
  const scope = scopeOf(db, query)
  const instances = await findInstances(scope, place)
  const [first = refuse('record/not-found')] = instances
  return { db: scope, accepted, instances, first }
}

export function retrieval(deps: RetrieveDeps) {
  const { addressOf, answers } = deps

  async function files(db: ClinicDb, reply: FastifyReply, place: Place) {
    const { accepted, instances } = await askedFor(db, reply, place)
    const syntaxes = instances.map(({ transferSyntaxUID }) => transferSyntaxUID)
    const { isMultipart, made } = fileForm(accepted, syntaxes)
    const tag = tagOf(instances, 'files', made ?? '')
    if (isKnown(reply, tag)) return notModified(reply, tag)
    const signal = answers.begin(reply)
    const parts = filesOf(deps, instances, { made, signal, addressOf })
    // A file that turns out to be another one at its end is seen by the end that is missing.
    const isLengthKnown = isMultipart && instances.length === 1
    const headers = cacheHeaders(tag)
    return sendParts(reply, parts, { isMultipart, isLengthKnown, headers, signal })
  }

  async function metadata(db: ClinicDb, reply: FastifyReply, place: Place) {
    const { accepted, instances, db: scope } = await askedFor(db, reply, place)
    const type = jsonType(accepted)
    const tag = tagOf(instances, 'metadata')
    if (isKnown(reply, tag)) return notModified(reply, tag)
    const text = await metadataOf(deps, scope, instances, addressOf)
    return sendJson(reply.headers(cacheHeaders(tag)), type, text)
  }

  async function frames(db: ClinicDb, reply: FastifyReply, place: Place, list: string) {
    const { accepted, first } = await askedFor(db, reply, place)
    return sendFrames(reply, first, accepted, frameNumbers(list, first))
  }

  async function sendFrames(
    reply: FastifyReply,
    instance: Instance,
    accepted: readonly Accepted[],
    numbers: readonly number[],
  ) {
    const form = frameForm(accepted, instance.transferSyntaxUID, numbers.length)
    const tag = tagOf([instance], 'frames', numbers.join(), form.syntax)
    if (isKnown(reply, tag)) return notModified(reply, tag)
    const signal = answers.begin(reply)
    const parts = framesOf(deps, instance, numbers, form, signal)
    const { isMultipart } = form
    const isLengthKnown = numbers.length === 1
    const headers = cacheHeaders(tag)
    return sendParts(reply, parts, { isMultipart, isLengthKnown, headers, signal })
  }

  async function bulkData(db: ClinicDb, reply: FastifyReply, place: Place, path: string) {
    const { accepted, first } = await askedFor(db, reply, place)
    const form = bulkForm(first, accepted, path)
    if (form === 'frames') {
      const all = Array.from({ length: first.frames }, (_, index) => index + 1)
      return sendFrames(reply, first, accepted, all)
    }
    const signal = answers.begin(reply)
    const parts = valueOf(deps, first, path, signal)
    const headers = cacheHeaders(tagOf([first], 'value', path))
    return sendParts(reply, parts, { ...form, isLengthKnown: true, headers, signal })
  }

  return { files, metadata, frames, bulkData }
}

const framesMax = 5000

/** `1,2,5`, each of them there: half of what was asked for would be taken for all of it. */
export function frameNumbers(list: string, { hasPixels, frames }: Instance): readonly number[] {
  const numbers = list.split(',').map(Number)
  if (numbers.length > framesMax || numbers.includes(0)) refuse('request/malformed')
  if (!hasPixels || numbers.some((number) => number > frames)) refuse('record/not-found')
  return numbers
}

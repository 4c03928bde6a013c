import type { UserId } from '@talus/contract'
import { isUid } from '@talus/dicom'
import { createStatusFault, statuses, uids } from '../../../dimse/index.ts'
import type {
  AcceptedContext,
  MoveRequest,
  OutgoingObject,
  QueryRequest,
} from '../../../dimse/index.ts'
import type { ReadLog } from '../../audit/index.ts'
import type { AdmissionDeps, CallerSession } from '../callers/admission.ts'
import { parseLevel, uniqueKeys } from './find.ts'
import { moveImages } from './move.ts'
import type { MoveDeps } from './move.ts'
import { createOutgoingObject } from './outgoing-object.ts'
import { readKeys, readIdentifier } from './query-identifier.ts'
import { authorizeQuery } from './authorize-query.ts'
import * as retrieve from './retrieve.queries.ts'
import type { RequestedImage } from './retrieve.queries.ts'

export interface RetrieveDeps extends AdmissionDeps, MoveDeps {
  readonly readLog: ReadLog
  /** The user that audit events of retrievals are recorded for. */
  readonly networkUser: () => Promise<UserId>
}

/** Most images of one request, so that no request copies the whole archive. */
const imagesMax = 50_000

/** The requested images. Without a UID at its level, a request would mean all images. */
async function findRequestedImages(session: CallerSession, request: QueryRequest<CallerSession>) {
  const keys = readKeys(readIdentifier(request))
  const level = parseLevel(keys)
  const lists = new Map(uniqueKeys[level].map((key) => [key, parseUids(keys.get(key) ?? '')]))
  if ((lists.get(uniqueKeys[level].at(-1) ?? '') ?? []).length === 0)
    throw createStatusFault(statuses.classMismatch, `no UID at the level ${level}`)
  const keysByLevel = {
    studies: lists.get('StudyInstanceUID') ?? [],
    series: lists.get('SeriesInstanceUID') ?? [],
    instances: lists.get('SOPInstanceUID') ?? [],
  }
  const images = await retrieve.listImages(session.db, keysByLevel, imagesMax + 1)
  if (images.length > imagesMax)
    throw createStatusFault(
      statuses.unableToCalculateMatches,
      `more than ${imagesMax}: ask for less`,
    )
  return images
}

function parseUids(value: string): readonly string[] {
  const list = value
    .split('\\')
    .map((uid) => uid.trim())
    .filter(Boolean)
  if (!list.every(isUid)) throw createStatusFault(statuses.classMismatch, 'a UID that is none')
  return list
}

/** Records caller, studies, number of images and destination. */
async function audit(
  { readLog, networkUser }: RetrieveDeps,
  { clinicId }: CallerSession,
  { kind, caller }: QueryRequest<CallerSession>,
  images: readonly RequestedImage[],
  destination?: string,
): Promise<void> {
  const reader = {
    actor: { id: await networkUser(), username: caller.calling },
    address: caller.address,
    request: kind === 'get' ? 'C-GET' : 'C-MOVE',
    ...(destination !== undefined && { destination }),
  } as const
  for (const [studyId, ofStudy] of Map.groupBy(images, (image) => image.studyId))
    readLog.recordRetrieval(
      reader,
      { clinicId, studyId },
      ofStudy.map(({ id }) => id),
    )
}

/** C-GET: sends over the association of the request, in the transfer syntaxes accepted for it. */
export const createGetHandler =
  (deps: RetrieveDeps) => async (request: QueryRequest<CallerSession>) => {
    const session = await authorizeQuery(deps, request, uids.studyRootGet)
    const images = await findRequestedImages(session, request)
    await audit(deps, session, request, images)
    const contexts = request.contexts.filter(({ mayActAsScu }) => mayActAsScu)
    return { total: images.length, objects: createOutgoingObjects(deps, images, contexts) }
  }

async function* createOutgoingObjects(
  deps: RetrieveDeps,
  images: readonly RequestedImage[],
  contexts: readonly AcceptedContext[],
): AsyncGenerator<OutgoingObject> {
  for (const image of images) yield await createOutgoingObject(deps, image, contexts)
}

/** C-MOVE: sends to one of the clinic's configured DICOM servers, found by AE title. */
export const createMoveHandler =
  (deps: RetrieveDeps) => async (request: MoveRequest<CallerSession>) => {
    const session = await authorizeQuery(deps, request, uids.studyRootMove)
    const destination = request.destination.trim()
    const server =
      destination === '' ? undefined : await retrieve.findServerByTitle(session.db, destination)
    if (!server) throw createStatusFault(statuses.moveDestinationUnknown)
    const images = await findRequestedImages(session, request)
    await audit(deps, session, request, images, destination)
    return { total: images.length, done: moveImages(deps, server, images, request) }
  }

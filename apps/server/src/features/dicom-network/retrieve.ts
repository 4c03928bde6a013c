import type { UserId } from '@talus/contract'
import { folded } from '@talus/contract'
import { failureStatus, isUid, statuses, uids } from '../../dimse/index.ts'
import type {
  AcceptedContext,
  MoveRequest,
  OutgoingObject,
  QueryRequest,
} from '../../dimse/index.ts'
import type { AdmissionDeps, Session } from './admission.ts'
import { levelOf, uniqueKeys } from './find.ts'
import { moveTo } from './move.ts'
import type { MoveDeps } from './move.ts'
import { objectFor } from './outgoing-object.ts'
import { keysOf, readIdentifier } from './query-identifier.ts'
import { querySession } from './query-session.ts'
import * as retrieve from './retrieve.queries.ts'
import type { WantedImage } from './retrieve.queries.ts'

export interface RetrieveDeps extends AdmissionDeps, MoveDeps {
  readonly clock: () => Date
  /** Under whom the audit trail tells of it. */
  readonly networkUser: () => Promise<UserId>
}

/** One request is not meant to empty the archive. */
const imagesMax = 50_000

/** The images that are meant. Without a UID at its level, a request would mean all of them. */
async function wantedImages(session: Session, request: QueryRequest<Session>) {
  const keys = keysOf(readIdentifier(request))
  const level = levelOf(keys)
  const lists = new Map(uniqueKeys[level].map((key) => [key, uidsIn(keys.get(key) ?? '')]))
  if ((lists.get(uniqueKeys[level].at(-1) ?? '') ?? []).length === 0)
    throw failureStatus(statuses.classMismatch, `no UID at the level ${level}`)
  const wanted = {
    studies: lists.get('StudyInstanceUID') ?? [],
    series: lists.get('SeriesInstanceUID') ?? [],
    instances: lists.get('SOPInstanceUID') ?? [],
  }
  const images = await retrieve.images(session.db, wanted, imagesMax + 1)
  if (images.length > imagesMax)
    throw failureStatus(statuses.unableToCalculateMatches, `more than ${imagesMax}: ask for less`)
  return images
}

function uidsIn(value: string): readonly string[] {
  const list = value
    .split('\\')
    .map((uid) => uid.trim())
    .filter(Boolean)
  if (!list.every(isUid)) throw failureStatus(statuses.classMismatch, 'a UID that is none')
  return list
}

/** Who took how many images, and where to, stands in the trail before the first of them goes. */
async function audit(
  deps: RetrieveDeps,
  { clinicId, db }: Session,
  { kind, caller }: QueryRequest<Session>,
  after: { readonly images: number; readonly destination?: string },
): Promise<void> {
  const { calling, address } = caller
  const action = 'dicom-receiver.query'
  await db.journal({
    at: deps.clock().toISOString(),
    userId: await deps.networkUser(),
    username: 'DICOM',
    clinicId,
    action,
    entityId: clinicId,
    subject: calling,
    search: folded(`DICOM ${calling} ${action} ${address}`),
    before: null,
    after: JSON.stringify({ request: kind === 'get' ? 'C-GET' : 'C-MOVE', ...after }),
    address,
  })
}

/** C-GET: over the association of the request, in the syntaxes that were agreed on for it. */
export const getHandler = (deps: RetrieveDeps) => async (request: QueryRequest<Session>) => {
  const session = await querySession(deps, request, uids.studyRootGet)
  const images = await wantedImages(session, request)
  await audit(deps, session, request, { images: images.length })
  const contexts = request.contexts.filter(({ mayAsk }) => mayAsk)
  return { total: images.length, objects: objectsFor(deps, images, contexts) }
}

async function* objectsFor(
  deps: RetrieveDeps,
  images: readonly WantedImage[],
  contexts: readonly AcceptedContext[],
): AsyncGenerator<OutgoingObject> {
  for (const image of images) yield await objectFor(deps, image, contexts)
}

/** C-MOVE: to one of the DICOM servers that the clinic has entered, known by its title. */
export const moveHandler = (deps: RetrieveDeps) => async (request: MoveRequest<Session>) => {
  const session = await querySession(deps, request, uids.studyRootMove)
  const destination = request.destination.trim()
  const server =
    destination === '' ? undefined : await retrieve.serverByTitle(session.db, destination)
  if (!server) throw failureStatus(statuses.moveDestinationUnknown)
  const images = await wantedImages(session, request)
  await audit(deps, session, request, { images: images.length, destination })
  return { total: images.length, done: moveTo(deps, server, images, request) }
}

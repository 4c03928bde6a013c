import type { UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { createStatusFault, statuses, uids } from '../../../dimse/index.ts'
import type { QueryRequest } from '../../../dimse/index.ts'
import { levels, searchArchive } from '../../archive/index.ts'
import type { Level } from '../../archive/index.ts'
import type { ReadLog } from '../../audit/index.ts'
import type { AdmissionDeps, CallerSession } from '../callers/admission.ts'
import {
  createResponse,
  listKeywords,
  readKeys,
  readIdentifier,
  writeIdentifier,
} from './query-identifier.ts'
import type { QueryKeys } from './query-identifier.ts'
import { authorizeQuery } from './authorize-query.ts'
import { searchWorklist } from './worklist.ts'

export interface FindDeps extends AdmissionDeps {
  readonly clock: Clock
  readonly readLog: ReadLog
  /** The user that audit events of queries are recorded for. */
  readonly networkUser: () => Promise<UserId>
}

/** Beyond this the query fails: a peer that queries everything rarely needs it. */
export const matchesMax = 10_000

/** C-FIND of the study root model and of the modality worklist. */
export const createFindHandler = (deps: FindDeps) =>
  async function* find(request: QueryRequest<CallerSession>): AsyncGenerator<Uint8Array> {
    const session = await authorizeQuery(deps, request, uids.studyRootFind, uids.worklistFind)
    const asked = readIdentifier(request)
    const { calling, address } = request.caller
    deps.readLog.recordSearch(
      { actor: { id: await deps.networkUser(), username: calling }, address, request: 'C-FIND' },
      session.clinicId,
    )
    const { transferSyntax } = request.context
    if (request.sopClass === uids.worklistFind) {
      const station = request.caller.calling
      for await (const step of searchWorklist(session, asked, { station, now: deps.clock() }))
        yield writeIdentifier(step, transferSyntax)
      return
    }
    const keys = readKeys(asked)
    const level = parseLevel(keys)
    const always = { QueryRetrieveLevel: level, RetrieveAETitle: request.caller.called }
    let found = 0
    const headerKeywords = listKeywords(asked)
    const query = { level, keys, headerKeywords, limit: matchesMax + 1 }
    for await (const hit of searchArchive(session.db, query)) {
      // Counted before the time filter, so that a truncated search is never reported as complete.
      found += 1
      if (found > matchesMax)
        throw createStatusFault(statuses.outOfResources, `more than ${matchesMax}: ask for less`)
      const unique = Object.fromEntries(uniqueKeys[level].map((key) => [key, hit[key]]))
      yield writeIdentifier(createResponse(asked, hit, { ...always, ...unique }), transferSyntax)
    }
  }

/** PS3.4 C.6.2.1: the unique keys of each level, from the top down. */
export const uniqueKeys: Readonly<Record<Level, readonly string[]>> = {
  STUDY: ['StudyInstanceUID'],
  SERIES: ['StudyInstanceUID', 'SeriesInstanceUID'],
  IMAGE: ['StudyInstanceUID', 'SeriesInstanceUID', 'SOPInstanceUID'],
}

/** The highest level of the study root model is the study. */
export function parseLevel(keys: QueryKeys): Level {
  const wanted = keys.get('QueryRetrieveLevel')?.toUpperCase()
  const level = levels.find((known) => known === wanted)
  if (level === undefined)
    throw createStatusFault(statuses.classMismatch, 'the level is not STUDY, SERIES or IMAGE')
  return level
}

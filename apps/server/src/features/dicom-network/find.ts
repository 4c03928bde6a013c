import { failureStatus, statuses, uids } from '../../dimse/index.ts'
import type { QueryRequest } from '../../dimse/index.ts'
import { levels, search } from '../archive/index.ts'
import type { Level } from '../archive/index.ts'
import type { AdmissionDeps, Session } from './admission.ts'
import { answered, isTimeIn, keysOf, readIdentifier, writeIdentifier } from './query-identifier.ts'
import type { Keys } from './query-identifier.ts'
import { querySession } from './query-session.ts'
import { worklist } from './worklist.ts'

export interface FindDeps extends AdmissionDeps {
  readonly clock: () => Date
}

/** More is said to be too much: a peer that asks for everything rarely wants it. */
export const foundMax = 10_000

/** C-FIND: in the archive, study root, and in the worklist. */
export const findHandler = (deps: FindDeps) =>
  async function* find(request: QueryRequest<Session>): AsyncGenerator<Uint8Array> {
    const session = await querySession(deps, request, uids.studyRootFind, uids.worklistFind)
    const asked = readIdentifier(request)
    const { transferSyntax } = request.context
    if (request.sopClass === uids.worklistFind) {
      const station = request.caller.calling
      for await (const step of worklist(session, asked, { station, now: deps.clock() }))
        yield writeIdentifier(step, transferSyntax)
      return
    }
    const keys = keysOf(asked)
    const level = levelOf(keys)
    const always = { QueryRetrieveLevel: level, RetrieveAETitle: request.caller.called }
    let found = 0
    for await (const hit of search(session.db, { level, keys, limit: foundMax + 1 })) {
      // Before the time is looked at: what the search has cut off is never told as complete.
      found += 1
      if (found > foundMax)
        throw failureStatus(statuses.outOfResources, `more than ${foundMax}: ask for less`)
      const { StudyTime: time } = hit
      if (typeof time === 'string' && !isTimeIn(keys.get('StudyTime') ?? '', time)) continue
      const unique = Object.fromEntries(uniqueKeys[level].map((key) => [key, hit[key]]))
      yield writeIdentifier(answered(asked, hit, { ...always, ...unique }), transferSyntax)
    }
  }

/** PS3.4 C.6.2.1: by which each level is told apart from others, from the top down. */
export const uniqueKeys: Readonly<Record<Level, readonly string[]>> = {
  STUDY: ['StudyInstanceUID'],
  SERIES: ['StudyInstanceUID', 'SeriesInstanceUID'],
  IMAGE: ['StudyInstanceUID', 'SeriesInstanceUID', 'SOPInstanceUID'],
}

/** Of the study root, whose highest level is the study. */
export function levelOf(keys: Keys): Level {
  const wanted = keys.get('QueryRetrieveLevel')?.toUpperCase()
  const level = levels.find((known) => known === wanted)
  if (level === undefined)
    throw failureStatus(statuses.classMismatch, 'the level is not STUDY, SERIES or IMAGE')
  return level
}

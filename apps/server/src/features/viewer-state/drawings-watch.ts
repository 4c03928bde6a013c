import { getReach, refuse } from '@talus/contract'
import type { Actor, StudyId } from '@talus/contract'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { RevisionWatch } from '../studies/index.ts'
import * as states from './viewer-state.queries.ts'

/** Refuses a study out of the user's reach; the returned function follows the version. */
export type WatchDrawings = (
  studyId: StudyId,
  actor: Actor,
) => Promise<(notify: (version: number) => void) => () => void>

/**
 * The version is not part of the clinic's revision: every stroke of a user would make all study
 * lists of the clinic load again.
 */
export function createDrawingsWatch(unscopedDb: UnscopedDb): WatchDrawings {
  const watch = new RevisionWatch((studyIds: readonly StudyId[]) =>
    states.findVersions(unscopedDb, studyIds),
  )
  return async (studyId, actor) => {
    const db = new ClinicDb(unscopedDb, getReach(actor))
    if (!(await states.findStudy(db, studyId))) refuse('record/not-found')
    return (notify) => watch.watch(studyId, notify)
  }
}

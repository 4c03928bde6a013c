import { routes } from '@talus/contract/routes'
import type { StudyId, ViewerState } from '@talus/contract'
import { call } from '../../api/call.ts'
import type { StateKeeper } from '../model.ts'
import { quiet } from './quiet.ts'

/** Saves on their way: whoever comes back to a study at once waits for his own. */
const onTheWay = new Map<StudyId, Promise<unknown>>()

async function loadNow(studyId: StudyId): Promise<ViewerState> {
  await onTheWay.get(studyId)
  return call(routes.viewerState.ofStudy, { params: { studyId } }, quiet)
}

/** Older than this it is asked for again: somebody may have drawn since. */
const freshFor = 5000

let begun: { studyId: StudyId; at: number; state: Promise<ViewerState> } | undefined

/** Asks for the state of a study that is being opened, before there is a viewer to ask for it. */
export function beginLoadingState(studyId: StudyId): void {
  const state = loadNow(studyId)
  // The viewer hears of a failure, if it comes.
  state.catch(() => undefined)
  begun = { studyId, at: Date.now(), state }
}

function takeBegun(studyId: StudyId): Promise<ViewerState> | undefined {
  const taken = begun
  begun = undefined
  const isFresh = taken?.studyId === studyId && Date.now() - taken.at < freshFor
  return isFresh ? taken.state : undefined
}

export const createStudyKeeper = (studyId: StudyId): StateKeeper => ({
  load: () => takeBegun(studyId) ?? loadNow(studyId),
  save: (state, settings = {}) => {
    const saving = call(
      routes.viewerState.save,
      { params: { studyId }, body: state },
      { ...quiet, ...settings },
    )
    const settled = saving.then(
      () => undefined,
      () => undefined,
    )
    onTheWay.set(studyId, settled)
    void settled.then(() => {
      if (onTheWay.get(studyId) === settled) onTheWay.delete(studyId)
    })
    return saving
  },
})

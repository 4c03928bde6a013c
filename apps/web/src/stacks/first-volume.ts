import type { ImageId, StudyId, StudyStacks } from '@talus/contract'
import { chooseFirstSlice } from './scene/scene.ts'
import { createRequestsOf } from './source/stack-source.ts'
import type { StartedVolume } from './source/started-study.ts'
import { startVolumeWorker } from './volume/volume-client.ts'
import { openStackVolume } from './volume/volumes.ts'

/**
 * Receives the slices that the viewer of a study shows first, before the viewer is rendered. The
 * worker starts while the server describes the study.
 */
export async function openFirstVolume(
  studyId: StudyId,
  described: Promise<StudyStacks>,
  firstImage: ImageId | undefined,
): Promise<StartedVolume | undefined> {
  const worker = startVolumeWorker()
  const study = await described.catch(() => undefined)
  const first = study && chooseFirstSlice(study.stacks, firstImage)
  if (!first) {
    worker.terminate()
    return undefined
  }
  const { stack, slice } = first
  const client = openStackVolume(createRequestsOf(studyId), stack, 0, slice, worker)
  client.getSlice(slice)
  return { stackKey: stack.key, client }
}

// The second public entry point: the study list and the router load the code of the viewer and
// request a study before the viewer is rendered.
import type { ImageId, StudyId } from '@talus/contract'
import type { QueryClient } from '@tanstack/react-query'
import { requireNamespace } from '../language.ts'
import { viewedImagesQuery } from '../viewer/prefetch.ts'
import { loadStackCode } from './load-code.ts'
import { hasStacks } from './source/stack-images.ts'
import { startStudy } from './source/started-study.ts'

/** The code and the texts of the viewer; if they cannot be loaded, the viewer tries again. */
const loadViewer = async () => {
  const [code] = await Promise.all([loadStackCode(), requireNamespace('stacks')])
  return code
}

const isStackStudy = async (client: QueryClient, studyId: StudyId) =>
  hasStacks(await client.query(viewedImagesQuery(studyId)))

/** Loads the code of the viewer while the user reads the row of a study with CT or MR series. */
export async function prefetchStackViewer(client: QueryClient, studyId: StudyId): Promise<void> {
  try {
    if (await isStackStudy(client, studyId)) await loadViewer()
  } catch {
    // The viewer requests the failed parts again and reports their errors.
  }
}

/** Requests the series and the first slices of a study when the user opens it. */
export async function startStacks(
  client: QueryClient,
  studyId: StudyId,
  firstImage: ImageId | undefined,
): Promise<void> {
  try {
    if (!(await isStackStudy(client, studyId))) return
    const code = loadViewer()
    startStudy(studyId, async (stacks) => (await code).openFirstVolume(studyId, stacks, firstImage))
    await code
  } catch {
    // As above.
  }
}

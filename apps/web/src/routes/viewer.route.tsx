import type { StudyId } from '@talus/contract'
import { useSearchParams } from 'react-router'
import { NothingToView, StudyFailed } from '../features/viewing/no-viewer.tsx'
import { needWords } from '../language.ts'
import { useDarkPage } from '../ui/theme/dark-page.ts'
import { WithWords } from '../ui/with-words.tsx'
import { ViewerSplash } from '../viewer/splash.tsx'
import { viewedStudyId } from '../viewer/source/study-id.ts'
import { useViewedStudy } from '../viewer/source/use-viewed-study.ts'
import { StudyViewer } from './study-viewer.tsx'

// Side by side, and before anything is asked of the server; who waits for them is below.
for (const namespace of ['viewer', 'viewerPanel', 'measure'] as const)
  needWords(namespace).catch(() => undefined)

/** The address says which study. */
export function Page() {
  useDarkPage()
  const [search] = useSearchParams()
  const studyId = viewedStudyId(search)
  return studyId === undefined ? (
    <WithWords namespace="viewer">
      <NothingToView />
    </WithWords>
  ) : (
    // Another study starts from nothing.
    <OfStudy key={studyId} studyId={studyId} />
  )
}

function OfStudy({ studyId }: { readonly studyId: StudyId }) {
  const loaded = useViewedStudy(studyId)
  return (
    <WithWords namespace="viewer">
      <WithWords namespace="viewerPanel">
        <WithWords namespace="measure">
          {loaded.state === 'loading' ? <ViewerSplash /> : null}
          {loaded.state === 'failed' ? <StudyFailed onRetry={loaded.retry} /> : null}
          {loaded.state === 'loaded' ? <StudyViewer viewed={loaded.viewed} /> : null}
        </WithWords>
      </WithWords>
    </WithWords>
  )
}

import type { StudyId } from '@talus/contract'
import { useSearchParams } from 'react-router'
import { NothingToView, StudyFailed } from '../features/viewing/no-viewer.tsx'
import { requireNamespace } from '../language.ts'
import { useDarkPage } from '../ui/theme/dark-page.ts'
import { WithTranslations } from '../ui/states/with-translations.tsx'
import { ViewerSplash, useViewedStudy } from '../viewer/index.ts'
import { readStudyId } from '../viewer/prefetch.ts'
import { StudyViewer } from './study-viewer.tsx'

// The texts are loaded in parallel, before the first API call; `WithTranslations` below waits for
// them.
for (const namespace of ['viewer', 'viewerPanel', 'measure'] as const)
  requireNamespace(namespace).catch(() => undefined)

/** The query of the URL names the study. */
export function Page() {
  useDarkPage()
  const [search] = useSearchParams()
  const studyId = readStudyId(search)
  return studyId === undefined ? (
    <WithTranslations namespace="viewer">
      <NothingToView />
    </WithTranslations>
  ) : (
    // The key resets all state when another study is opened.
    <StudyLoader key={studyId} studyId={studyId} />
  )
}

function StudyLoader({ studyId }: { readonly studyId: StudyId }) {
  const loaded = useViewedStudy(studyId)
  return (
    <WithTranslations namespace="viewer">
      <WithTranslations namespace="viewerPanel">
        <WithTranslations namespace="measure">
          {loaded.state === 'loading' ? <ViewerSplash /> : null}
          {loaded.state === 'failed' ? <StudyFailed onRetry={loaded.retry} /> : null}
          {loaded.state === 'loaded' ? <StudyViewer viewed={loaded.viewed} /> : null}
        </WithTranslations>
      </WithTranslations>
    </WithTranslations>
  )
}

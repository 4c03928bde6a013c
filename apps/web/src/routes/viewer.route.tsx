import { StudyId, can, offersAdvancedTools } from '@talus/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { useClinicInUse } from '../api/selected-clinic.ts'
import { useActor } from '../api/session.ts'
import { DumpButton } from '../features/image-forms/dump-button.tsx'
import { FormsGroup } from '../features/image-forms/forms-group.tsx'
import { openImageForm } from '../features/image-forms/open-image-form.tsx'
import { NothingToView, StackStudy, StudyFailed } from '../features/viewing/no-viewer.tsx'
import { needWords } from '../language.ts'
import { useDarkPage } from '../ui/theme/dark-page.ts'
import { WithWords } from '../ui/with-words.tsx'
import { ViewerSplash } from '../viewer/splash.tsx'
import { useViewedStudy } from '../viewer/source/use-viewed-study.ts'
import type { ViewedStudy } from '../viewer/source/use-viewed-study.ts'
import { unsavedWorkOf } from '../viewer/store/unsaved-work.ts'
import { Viewer } from '../viewer/viewer.tsx'

// Side by side, and before anything is asked of the server; who waits for them is below.
for (const namespace of ['viewer', 'viewerPanel', 'measure'] as const)
  needWords(namespace).catch(() => undefined)

/** The address says which study. */
export function Page() {
  useDarkPage()
  const [search] = useSearchParams()
  const asked = search.get('studyId') ?? ''
  const studyId = /^[1-9]\d*$/u.test(asked) ? StudyId.safeParse(Number(asked)).data : undefined
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
          {loaded.state === 'loaded' ? <Loaded viewed={loaded.viewed} /> : null}
        </WithWords>
      </WithWords>
    </WithWords>
  )
}

function Loaded({ viewed }: { readonly viewed: ViewedStudy }) {
  const { study, source, keeper, saved } = viewed
  const actor = useActor()
  const navigate = useNavigate()
  const { clinic } = useClinicInUse()
  const back = () => void navigate(-1)
  if (source.images.length === 0) return <NothingToView />
  if (study.modality === 'CT' || study.modality === 'MR') {
    const form = clinic && { studyId: study.id, speciesId: null, clinic }
    return (
      <StackStudy
        modality={study.modality}
        onBack={back}
        onDownload={
          form && can(actor, 'image.dicom-forms')
            ? () => void openImageForm('download', { study: form, navigate })
            : undefined
        }
      />
    )
  }
  return (
    <Viewer
      source={source}
      keeper={keeper}
      saved={saved}
      work={unsavedWorkOf(actor.id, study.id)}
      hasAdvancedTools={offersAdvancedTools(actor, clinic?.clinicType)}
      onBack={back}
      timeZone={clinic?.timeZone}
      slots={{
        forms: (imageId) =>
          clinic ? <FormsGroup study={study} clinic={clinic} imageId={imageId} /> : null,
        imageData: (imageId) =>
          clinic ? <DumpButton studyId={study.id} clinic={clinic} imageId={imageId} /> : null,
      }}
    />
  )
}

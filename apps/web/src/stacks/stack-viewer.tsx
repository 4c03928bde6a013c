import type { ImageId, PatientPosition, Stack, StudyId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../ui/toasts/toast-store.ts'
import { WithTranslations } from '../ui/states/with-translations.tsx'
import { createDrawingRules, reportMerge } from '../viewer/core/drawing/drawing-rules.ts'
import type { ViewerSource } from '../viewer/core/source.ts'
import { fromSaved } from '../viewer/core/store/saved-state.ts'
import type { Persistence } from '../viewer/core/store/persistence.ts'
import viewerStyles from '../viewer/viewer.module.css'
import { ViewerSplash } from '../viewer/splash.tsx'
import { LoadingOverlay } from './panels/loading-overlay.tsx'
import type { OtherImages } from './panels/other-images.tsx'
import { PositionMenu } from './panels/position-menu.tsx'
import { SeriesList } from './panels/series-list.tsx'
import { StackToolbar } from './panels/stack-toolbar.tsx'
import { getPrior } from './scene/prior-stacks.ts'
import { findStackFault } from './source/stack-faults.ts'
import { usePositionCorrection } from './source/use-position-correction.ts'
import { useStudyStacks } from './source/use-study-stacks.ts'
import { hangStacks, withHangings } from './scene/hangings.ts'
import { createStackActions } from './stack-actions.ts'
import { openStackSession } from './stack-session.ts'
import type { StackSession } from './stack-session.ts'
import { useStackShortcuts } from './use-stack-shortcuts.ts'
import type { OnCropped } from './views/crop-picture.ts'
import { Viewports } from './views/viewports.tsx'

export interface StackViewerProps {
  readonly studyId: StudyId
  readonly source: ViewerSource
  readonly state?: Persistence | undefined
  /** Whether the words of directions are those of animals. */
  readonly isVeterinary: boolean
  readonly hasAdvancedTools: boolean
  /** Whether the user may record how the animal lay. */
  readonly canCorrect: boolean
  /** Undefined if the viewer is a part of a page. */
  readonly onBack?: (() => void) | undefined
  /** The image that the address names. */
  readonly firstImage?: ImageId | undefined
  /** Time zone of the clinic. */
  readonly timeZone?: string | undefined
  readonly others?: OtherImages | undefined
  /** Called with the picture of a crop that the user has accepted. */
  readonly onCropped?: OnCropped | undefined
  /** Buttons of other features for the study. */
  readonly renderSlots?: ((study: { readonly hasOtherImages: boolean }) => ReactNode) | undefined
}

/** The viewer for the CT and MR series of a study. */
export const StackViewer = (props: StackViewerProps) => (
  <WithTranslations namespace="stacks">
    <LoadedStudy {...props} />
  </WithTranslations>
)

function LoadedStudy(props: StackViewerProps) {
  const { t } = useTranslation()
  const result = useStudyStacks(props.studyId)
  const actions = { onRetry: result.retry, onBack: props.onBack }
  if (result.state === 'loading')
    return <LoadingOverlay {...actions} status={t('stacks:status.study')} />
  if (result.state === 'failed') return <LoadingOverlay {...actions} error={result.message} />
  const fault = findStackFault(result.study)
  if (fault)
    return (
      <LoadingOverlay
        {...actions}
        error={t(`stacks:error.${fault}`)}
        slots={props.renderSlots?.(result.study)}
      />
    )
  return <OpenedStudy {...props} study={result.study} />
}

/** Drawings of another study are shown with it; they are not changed and not saved here. */
async function showPriorDrawings(
  { priors }: ViewerSource,
  session: StackSession | undefined,
  stacks: readonly Stack[],
) {
  const prior = stacks[0] && getPrior(stacks[0])
  // Without its drawings, the study is shown nevertheless.
  const saved = prior && (await priors?.state(prior.studyId).catch(() => undefined))
  if (!saved || !session) return
  const images = stacks.flatMap(({ phases }) =>
    phases.flatMap(({ slices }) => slices.map(({ imageId }) => imageId)),
  )
  session.authors.load(saved)
  session.store.set((now) => ({
    ...now,
    views: new Map([...fromSaved(saved, [...new Set(images)]), ...now.views]),
  }))
}

type OpenedStudyProps = StackViewerProps & Pick<StackSession, 'study'>

/** Opens the session with the first properties; the position correction is updated in it. */
function OpenedStudy(props: OpenedStudyProps) {
  const { t } = useTranslation()
  const first = useRef(props)
  const [opened, setOpened] = useState<StackSession>()
  useEffect(() => {
    const { studyId, study, firstImage, state, hasAdvancedTools, timeZone, isVeterinary } =
      first.current
    const session = openStackSession({
      studyId,
      study,
      firstImage,
      isVeterinary,
      state,
      onMerged: reportMerge,
      onRestored: () => toast.info(t('viewer:save.restored')),
      createRules: (authors, userId) =>
        createDrawingRules({ authors, userId, hasAdvancedTools, timeZone }),
    })
    setOpened(session)
    return session?.close
    // The session is opened once; the texts of its toasts may be in the language of that moment.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const { study } = props
  const { isVeterinary } = props
  const [priors, setPriors] = useState<readonly Stack[]>([])
  const all = useMemo(() => ({ ...study, stacks: [...study.stacks, ...priors] }), [study, priors])
  const session = useMemo(() => opened && { ...opened, study: all }, [opened, all])
  // Before the page is painted: the words at the edges and the pictures turn together.
  useLayoutEffect(
    () => opened?.scene.set(withHangings(hangStacks(all, isVeterinary), all.stacks)),
    [opened, all, isVeterinary],
  )
  const openPrior = (stacks: readonly Stack[]) => {
    opened?.addStacks(stacks)
    setPriors((now) => [...now, ...stacks])
    void showPriorDrawings(props.source, opened, stacks)
  }
  return session ? (
    <OpenedViewer {...props} session={session} onPriorOpened={openPrior} />
  ) : (
    <ViewerSplash />
  )
}

/** The attributes of the first file, for the names in the overlay. */
function useAttributes({ source, study }: OpenedStudyProps) {
  const imageId = study.stacks[0]?.phases[0]?.slices[0]?.imageId
  return useQuery({
    queryKey: [...source.queryKey, 'stack-attributes', imageId],
    queryFn: ({ signal }) =>
      imageId === undefined ? Promise.resolve(undefined) : source.metadata(imageId, signal),
    staleTime: 0,
    retry: false,
    meta: { showsOwnError: true },
  }).data
}

/** Tools and series are not rendered again when the attributes arrive. */
function ViewportsOfStudy(props: OpenedViewerProps) {
  const { session, isVeterinary, timeZone, onCropped } = props
  const attributes = useAttributes(props)
  return <Viewports {...{ session, isVeterinary, attributes, timeZone, onCropped }} />
}

interface OpenedViewerProps extends OpenedStudyProps {
  readonly session: StackSession
  readonly onPriorOpened: (stacks: readonly Stack[]) => void
}

function OpenedViewer(props: OpenedViewerProps) {
  const { session, isVeterinary, timeZone } = props
  const [isListOpen, setListOpen] = useState(() => !matchMedia('(max-width: 47.99em)').matches)
  const actions = useMemo(() => createStackActions(session, isVeterinary), [session, isVeterinary])
  useStackShortcuts({ session, actions })
  const { mutate: correct } = usePositionCorrection(props.studyId)
  const correctPosition = (actual: PatientPosition | null) => {
    const before = props.study.correction?.actual ?? null
    correct(actual, {
      onSuccess: () => session.history.record({ before, after: actual, correct }),
    })
  }
  const stack = actions.getStack()
  // The list shows them, or the button beside that of the list.
  const hasList = (props.others?.images.length ?? 0) > 0
  return (
    <div className={viewerStyles.viewer} data-stack-viewer>
      <StackToolbar
        session={session}
        actions={actions}
        onBack={props.onBack}
        list={{ isOpen: isListOpen, toggle: () => setListOpen(!isListOpen) }}
        others={props.others}
        canCrop={props.onCropped !== undefined}
        slots={
          <>
            {props.canCorrect && stack && !getPrior(stack) ? (
              <PositionMenu study={props.study} stack={stack} onCorrect={correctPosition} />
            ) : null}
            {props.renderSlots?.({ hasOtherImages: props.study.hasOtherImages && !hasList })}
          </>
        }
      />
      <div className={viewerStyles.body}>
        {isListOpen ? (
          <SeriesList
            session={session}
            isVeterinary={isVeterinary}
            source={props.source}
            others={props.others}
            timeZone={timeZone}
            onPriorOpened={props.onPriorOpened}
          />
        ) : null}
        <div className={viewerStyles.middle}>
          <ViewportsOfStudy {...props} />
        </div>
      </div>
    </div>
  )
}

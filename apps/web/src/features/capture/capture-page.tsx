import { Button } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import type { StudyId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { workplaceStore } from '../../api/workplace.ts'
import { useStore } from '../../store.ts'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { useDarkPage } from '../../ui/theme/dark-page.ts'
import { WithTranslations } from '../../ui/states/with-translations.tsx'
import type { CaptureModality } from './plan/annotations.ts'
import { CaptureScreen } from './capture-screen.tsx'
import type { CaptureSlots } from './slots.ts'
import { useStudy } from './use-study.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './capture-screen.module.css'

interface CapturePageProps extends CaptureSlots {
  readonly modality: CaptureModality
  /** Undefined if the URL names no study. */
  readonly studyId: StudyId | undefined
}

const namespaces = ['capture', 'devices', 'maps'] as const

/** The page on which images are captured; dark, so that the image stands out. */
export function CapturePage({ modality, studyId, ...slots }: CapturePageProps) {
  useDarkPage()
  const { xRayRoom = '' } = useStore(workplaceStore)
  return studyId === undefined ? (
    <WithTranslations namespace={namespaces}>
      <NoStudy />
    </WithTranslations>
  ) : (
    // The key resets all state when the study, the modality or the X-ray room changes: the sensor of
    // the previous X-ray room is disarmed, as when the page is left.
    <StudyCapture
      key={`${modality} ${studyId} ${xRayRoom}`}
      modality={modality}
      studyId={studyId}
      {...slots}
    />
  )
}

/** Loads the study in parallel with the translations: a patient may be on the table already. */
function StudyCapture({ modality, studyId, ...slots }: CapturePageProps & { studyId: StudyId }) {
  const loaded = useStudy(studyId)
  const renderContent = () => {
    if (loaded.state === 'failed') return <NoStudy />
    if (loaded.state !== 'loaded') return <Splash />
    return <CaptureScreen modality={modality} subject={loaded.subject} {...slots} />
  }
  return <WithTranslations namespace={namespaces}>{renderContent()}</WithTranslations>
}

/** The empty areas of the page while its data is loading, in its final colours. */
const Splash = () => (
  <div className={styles.screen} aria-hidden>
    <div className={styles.top} />
    <div className={styles.plan} data-empty />
    <div className={styles.list} data-empty />
    <div className={styles.images} data-empty />
  </div>
)

function NoStudy() {
  const { t } = useTranslation()
  return (
    <StatePanel
      icon={<Icon icon={IconPhotoOff} size="3xl" />}
      title={t('capture:study.failed')}
      text={t('capture:study.failedText')}
    >
      <Button component={Link} to="/registration">
        {t('capture:back.registration')}
      </Button>
      <Button component={Link} to="/studylist" variant="default">
        {t('capture:back.studies')}
      </Button>
    </StatePanel>
  )
}

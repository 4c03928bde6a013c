import { Button } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import type { StudyId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Splash } from './splash.tsx'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { useDarkPage } from '../../ui/theme/dark-page.ts'
import { WithWords } from '../../ui/with-words.tsx'
import type { CaptureModality } from './plan/annotations.ts'
import { Room } from './room.tsx'
import type { CaptureSlots } from './slots.ts'
import { useStudy } from './use-study.ts'

interface CapturePageProps extends CaptureSlots {
  readonly modality: CaptureModality
  /** Undefined where the address names none. */
  readonly studyId: StudyId | undefined
}

const words = ['capture', 'devices', 'maps'] as const

/** Images are taken here; dark, with everything else stepping back. */
export function CapturePage({ modality, studyId, ...slots }: CapturePageProps) {
  useDarkPage()
  return studyId === undefined ? (
    <WithWords namespace={words}>
      <NoStudy />
    </WithWords>
  ) : (
    // Another study, or the other modality, starts from nothing.
    <OfStudy key={`${modality} ${studyId}`} modality={modality} studyId={studyId} {...slots} />
  )
}

/** The study is asked for while its words are on their way: there may be an animal on the table. */
function OfStudy({ modality, studyId, ...slots }: CapturePageProps & { studyId: StudyId }) {
  const loaded = useStudy(studyId)
  const shown = () => {
    if (loaded.state === 'failed') return <NoStudy />
    if (loaded.state !== 'loaded') return <Splash />
    return <Room modality={modality} subject={loaded.subject} {...slots} />
  }
  return <WithWords namespace={words}>{shown()}</WithWords>
}

function NoStudy() {
  const { t } = useTranslation()
  return (
    <StatePanel
      icon={<IconPhotoOff size={32} stroke={1.5} />}
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

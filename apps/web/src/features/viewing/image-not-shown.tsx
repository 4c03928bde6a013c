import { Button } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import type { StudyId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../ui/display/icon.tsx'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import type { AddressFault } from '../../viewer/prefetch.ts'
import type { HiddenReason } from './use-image-location.ts'

interface ImageNotShownProps {
  readonly reason: AddressFault | HiddenReason
  /** A study that may be opened in its place. */
  readonly studyId: StudyId | undefined
}

/** Shown in place of the image of an address that cannot be opened. */
export function ImageNotShown({ reason, studyId }: ImageNotShownProps) {
  const { t } = useTranslation()
  // The study of the address may be deleted too.
  const hasStudy = studyId !== undefined && reason !== 'deleted' && reason !== 'notFound'
  return (
    <StatePanel
      icon={<Icon icon={IconPhotoOff} size="3xl" />}
      title={t('viewer:link.title')}
      text={t(`viewer:link.${reason}`)}
    >
      {hasStudy ? (
        <Button component={Link} to={`/viewer?studyId=${studyId}`}>
          {t('viewer:link.study')}
        </Button>
      ) : null}
      <Button component={Link} to="/studylist" variant={hasStudy ? 'default' : 'filled'}>
        {t('viewer:none.studies')}
      </Button>
    </StatePanel>
  )
}

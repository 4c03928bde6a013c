import { IconAlertTriangle } from '@tabler/icons-react'
import { findSideChange } from '@talus/anatomy'
import type { Image } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Icon } from '../display/icon.tsx'
import styles from './states.module.css'

interface SideChangeNoticeProps {
  readonly image: Pick<Image, 'bodyPart' | 'bodyPartView' | 'originalSide'>
  readonly corrected: { readonly bodyPart: string; readonly bodyPartView: string } | undefined
}

/** Reminds the user, before they save another side, that a marker in the picture stays. */
export function SideChangeNotice({ image, corrected }: SideChangeNoticeProps) {
  const { t } = useTranslation()
  const change = corrected && findSideChange(image, corrected)
  // The region exists from the start: a screen reader announces only what is added to it.
  return (
    <div role="status">
      {change ? (
        <p className={styles.warning}>
          <Icon icon={IconAlertTriangle} size="lg" />
          <span>{t('common:image.sideMarker', { letter: image.originalSide ?? change.from })}</span>
        </p>
      ) : null}
    </div>
  )
}

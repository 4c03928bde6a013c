import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './thumbnail-list.module.css'

/** The slices of the study, which the stack viewer shows. */
export interface OtherSlices {
  readonly count: number
  readonly onShow: () => void
}

/** Leads from the thumbnails of a study to its CT or MR series. */
export function SlicesTile({ count, onShow }: OtherSlices) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={styles.slices}
      data-hint={t('viewer:viewers.stacks')}
      data-hint-side="right"
      onClick={onShow}
    >
      <Icon icon={IconStack2} size="lg" />
      {t('viewer:viewers.slices', { count })}
    </button>
  )
}

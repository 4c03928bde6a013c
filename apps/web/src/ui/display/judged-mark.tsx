import { IconStethoscope } from '@tabler/icons-react'
import { Icon } from './icon.tsx'
import styles from './judged-mark.module.css'

/** The mark at the thumbnail of an image whose quality a radiologist has judged. */
export const JudgedMark = ({ notes }: { readonly notes?: string }) => (
  <span className={styles.mark} data-hint={notes}>
    <Icon icon={IconStethoscope} size="sm" label={notes} />
  </span>
)

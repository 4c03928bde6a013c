import { IconPhotoOff } from '@tabler/icons-react'
import { Icon } from './icon.tsx'
import styles from './thumbnail.module.css'

interface ThumbnailProps {
  readonly state: 'loading' | 'ready' | 'unreadable'
  readonly src: string | undefined
  /** The alternative text; empty if the text beside the image says the same. */
  readonly label: string
  readonly size?: number | '100%'
}

/** A thumbnail of a radiograph: uncropped, on black, without tint or rounded corners. */
export const Thumbnail = ({ state, src, label, size = '100%' }: ThumbnailProps) => (
  <span className={styles.frame} style={{ width: size }} data-state={state}>
    {state === 'ready' ? <img src={src} alt={label} draggable={false} /> : null}
    {state === 'unreadable' ? (
      <Icon icon={IconPhotoOff} label={label === '' ? undefined : label} />
    ) : null}
  </span>
)

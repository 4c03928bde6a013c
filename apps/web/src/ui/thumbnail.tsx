import { IconPhotoOff } from '@tabler/icons-react'
import styles from './thumbnail.module.css'

interface ThumbnailProps {
  readonly state: 'loading' | 'ready' | 'unreadable'
  readonly src: string | undefined
  /** What the picture shows; empty where the words beside it say so already. */
  readonly label: string
  readonly size?: number | '100%'
}

/** A radiograph as it is: whole, on black, neither tinted nor rounded. */
export const Thumbnail = ({ state, src, label, size = '100%' }: ThumbnailProps) => (
  <span className={styles.frame} style={{ width: size }} data-state={state}>
    {state === 'ready' ? <img src={src} alt={label} draggable={false} /> : null}
    {state === 'unreadable' ? (
      <IconPhotoOff
        size={18}
        stroke={1.5}
        {...(label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      />
    ) : null}
  </span>
)

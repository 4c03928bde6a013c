import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './printed-picture.module.css'

interface PrintedPictureProps {
  /** Shown in place of a picture. */
  readonly none: string
  readonly children: ReactNode
}

/** A picture that is printed on reports, e.g. a logo, on the white of the paper. */
export const PrintedPicture = ({ none, children }: PrintedPictureProps) => (
  <div className={styles.frame}>
    {children ?? (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )}
  </div>
)

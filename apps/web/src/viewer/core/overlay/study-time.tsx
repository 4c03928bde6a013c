import type { ImageMetadata } from '@talus/contract'
import { Fragment } from 'react'
import { listStudyTime } from './overlay-lines.ts'
import styles from './overlay.module.css'

/**
 * Day and time of a study in the upper right corner. Neither is broken: in small viewports the time
 * is below the day, beside the image rather than over the side marker in its corner.
 */
export const StudyTime = ({ metadata }: { readonly metadata: ImageMetadata | undefined }) => (
  <p className={styles.topRight}>
    {(metadata ? listStudyTime(metadata) : []).map((part) => (
      <Fragment key={part}>
        <span>{part}</span>{' '}
      </Fragment>
    ))}
  </p>
)

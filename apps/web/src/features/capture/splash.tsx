import { Skeleton } from '@mantine/core'
import styles from './room.module.css'

/** The places of the page, while what belongs there is on its way. */
export const Splash = () => (
  <div className={styles.room} aria-hidden>
    <div className={styles.top} />
    <div className={styles.plan}>
      <Skeleton height="100%" />
    </div>
    <div className={styles.list}>
      <Skeleton height="100%" />
    </div>
    <div className={styles.images}>
      <Skeleton height="100%" />
    </div>
  </div>
)

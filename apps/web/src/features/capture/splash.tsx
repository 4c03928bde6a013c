import styles from './room.module.css'

/** The places of the page, while what belongs there is on its way; as dark as it will be. */
export const Splash = () => (
  <div className={styles.room} aria-hidden>
    <div className={styles.top} />
    <div className={styles.plan} data-empty />
    <div className={styles.list} data-empty />
    <div className={styles.images} data-empty />
  </div>
)

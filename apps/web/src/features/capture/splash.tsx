import styles from './capture-screen.module.css'

/** The empty areas of the page while its data is loading, in its final colours. */
export const Splash = () => (
  <div className={styles.screen} aria-hidden>
    <div className={styles.top} />
    <div className={styles.plan} data-empty />
    <div className={styles.list} data-empty />
    <div className={styles.images} data-empty />
  </div>
)

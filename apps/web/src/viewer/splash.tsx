import styles from './viewer.module.css'

/** As dark as it will be, while what belongs there is on its way. */
export const ViewerSplash = () => <div className={styles.splash} aria-hidden />

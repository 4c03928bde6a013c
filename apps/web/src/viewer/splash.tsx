import styles from './viewer.module.css'

/** Dark placeholder in the colour of the viewer while it loads. */
export const ViewerSplash = () => <div className={styles.splash} aria-hidden />

import styles from './loading-track.module.css'

/** A thin bar over an image that fills while it loads. */
export const LoadingTrack = ({ share }: { readonly share: number }) => (
  <span className={styles.track} aria-hidden>
    <span style={{ width: `${share * 100}%` }} />
  </span>
)

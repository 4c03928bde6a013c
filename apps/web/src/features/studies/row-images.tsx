import type { StudyRow } from '@talus/contract'
import { ImageThumbnail } from './image-thumbnail.tsx'
import styles from './study-columns.module.css'

/** People know a study by its pictures before they have read a word. */
export const RowImages = ({ row }: { readonly row: StudyRow }) => (
  <span className={styles.images}>
    {row.thumbnails.map((imageId) => (
      <ImageThumbnail key={imageId} imageId={imageId} label="" size={28} />
    ))}
    <span className={styles.count}>{row.imageCount}</span>
  </span>
)

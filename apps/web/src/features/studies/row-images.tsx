import type { StudyRow } from '@talus/contract'
import { ImageThumbnail } from './image-thumbnail.tsx'
import styles from './study-columns.module.css'

/** Thumbnails in a table row, by which users recognise a study at a glance. */
export const RowImages = ({ row }: { readonly row: StudyRow }) => (
  <span className={styles.images}>
    {row.thumbnails.map((imageId) => (
      <ImageThumbnail key={imageId} imageId={imageId} label="" size={28} />
    ))}
    <span className={styles.count}>{row.imageCount}</span>
  </span>
)

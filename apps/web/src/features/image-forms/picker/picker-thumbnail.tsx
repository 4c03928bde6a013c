import type { ImageId } from '@talus/contract'
import { useEffect, useRef, useState } from 'react'
import { useThumbnail } from '../../../api/use-thumbnail.ts'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import styles from './image-picker.module.css'

/** Loading starts when the thumbnail is this close to the visible area. */
const margin = '200px'

/**
 * Loads a thumbnail when it scrolls into view: a study may have hundreds, each rendered by the
 * server.
 */
export function PickerThumbnail({ imageId }: { readonly imageId: ImageId }) {
  const box = useRef<HTMLSpanElement>(null)
  const [isVisible, setVisible] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element || isVisible) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setVisible(true)
      },
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isVisible])
  return (
    <span ref={box} className={styles.thumbnail}>
      {isVisible ? (
        <VisibleThumbnail imageId={imageId} />
      ) : (
        <Thumbnail state="loading" src={undefined} label="" />
      )}
    </span>
  )
}

function VisibleThumbnail({ imageId }: { readonly imageId: ImageId }) {
  const { state, src } = useThumbnail(imageId, 256)
  return <Thumbnail state={state} src={src} label="" />
}

import type { ImageId } from '@talus/contract'
import { useEffect, useRef, useState } from 'react'
import { usePicture } from '../../api/use-picture.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import styles from './image-picker.module.css'

/** A little earlier than it is seen. */
const margin = '200px'

/** Asked for when it comes into view: a study may have hundreds, and the server makes each anew. */
export function PickerPicture({ imageId }: { readonly imageId: ImageId }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || isSeen) return undefined
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: margin },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [isSeen])
  return (
    <span ref={place} className={styles.picture}>
      {isSeen ? (
        <SeenPicture imageId={imageId} />
      ) : (
        <Thumbnail state="loading" src={undefined} label="" />
      )}
    </span>
  )
}

function SeenPicture({ imageId }: { readonly imageId: ImageId }) {
  const { state, src } = usePicture(imageId, 256)
  return <Thumbnail state={state} src={src} label="" />
}

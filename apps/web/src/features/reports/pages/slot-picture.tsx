import { useState } from 'react'
import type { ImageSlot } from '@talus/report/document'
import { placePicture, textStyles } from '@talus/report/layout'
import type { PlacedImage } from '@talus/report/layout'
import { PlacedLines, toBox } from './placed-lines.tsx'
import { usePicture } from './use-picture.ts'
import styles from './paper.module.css'

interface SlotPictureProps {
  readonly slot: ImageSlot
  readonly placed: PlacedImage
}

/** The image of a slot with its caption, placed as the PDF places it. */
export function SlotPicture({ slot, placed }: SlotPictureProps) {
  const { state, src } = usePicture(slot)
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>()
  const { picture, caption } = size
    ? placePicture(placed, size)
    : { picture: placed.pictureArea, caption: placed.caption }
  return (
    <>
      {state === 'ready' ? (
        <img
          className={styles.picture}
          style={{ ...toBox(picture), opacity: size ? 1 : 0 }}
          src={src}
          alt={slot.alternativeText || slot.caption}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
        />
      ) : (
        <div className={styles.waiting} style={toBox(placed.pictureArea)} data-state={state} />
      )}
      <PlacedLines lines={caption} lineHeight={textStyles.caption.lineHeight} isMuted />
    </>
  )
}

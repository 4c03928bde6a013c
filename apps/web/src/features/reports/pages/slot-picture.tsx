import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImageSlot } from '@talus/report/document'
import { placePicture, textStyles } from '@talus/report/layout'
import type { PlacedImage } from '@talus/report/layout'
import { PlacedLines, toBox } from './placed-lines.tsx'
import { ReportFactsContext } from '../state/report-facts.ts'
import { usePicture } from './use-picture.ts'
import styles from './paper.module.css'

interface SlotPictureProps {
  readonly slot: ImageSlot
  readonly placed: PlacedImage
}

/** The image of a slot with its caption, placed as the PDF places it. */
export function SlotPicture({ slot, placed }: SlotPictureProps) {
  const { t } = useTranslation()
  const { state, src } = usePicture(slot)
  const other = use(ReportFactsContext).otherPatients.get(slot.studyId)
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
      {other === undefined ? null : (
        <span className={styles.other} style={{ left: picture.x, top: picture.top }}>
          {t('report:slot.otherPatient', { name: other })}
        </span>
      )}
      <PlacedLines lines={caption} lineHeight={textStyles.caption.lineHeight} isMuted />
    </>
  )
}

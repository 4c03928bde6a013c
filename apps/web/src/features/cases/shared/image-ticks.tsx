import { Checkbox } from '@mantine/core'
import { formatImageAnatomy } from '@talus/anatomy'
import type { Image, ImageId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useThumbnail } from '../../../api/use-thumbnail.ts'
import { toLanguage } from '../../../language.ts'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import { groupSeries } from './image-series.ts'
import styles from './image-ticks.module.css'

interface ImageTicksProps {
  readonly images: readonly Image[]
  readonly chosen: readonly ImageId[]
  /** Gets the chosen images in the order of the list. */
  readonly onChoose: (chosen: readonly ImageId[]) => void
  /** The field of a form to which a fault leads. */
  readonly fieldName?: string
}

/** Images as thumbnails with a tick, one for each series of slices; the namespaces `cases` and `studies` must be loaded. */
export function ImageTicks({ images, chosen, onChoose, fieldName }: ImageTicksProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  return (
    <ul className={styles.images}>
      {groupSeries(images, (image) => image).map((group, index) => {
        const [image] = group
        const own = group.map(({ id }) => id)
        const part = formatImageAnatomy(image, language)
        const name =
          group.length > 1
            ? t('cases:seriesOfImages', {
                series: [t(`studies:modality.${image.modality}`), part].filter(Boolean).join(', '),
                count: group.length,
              })
            : part || t('cases:unnamedImage', { number: index + 1 })
        const isChosen = own.every((id) => chosen.includes(id))
        const isPartlyChosen = !isChosen && own.some((id) => chosen.includes(id))
        return (
          <li key={image.id}>
            <div className={styles.image} data-chosen={isChosen || undefined}>
              <Checkbox
                size="sm"
                label={
                  <span className={styles.label}>
                    <CaseThumbnail imageId={(group[group.length >> 1] ?? image).id} />
                    {name}
                  </span>
                }
                checked={isChosen}
                indeterminate={isPartlyChosen}
                {...(index === 0 && fieldName !== undefined && { 'data-field': fieldName })}
                onChange={() =>
                  onChoose(
                    images
                      .map(({ id }) => id)
                      .filter((id) => (own.includes(id) ? !isChosen : chosen.includes(id))),
                  )
                }
              />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function CaseThumbnail({ imageId }: { readonly imageId: ImageId }) {
  const { state, src } = useThumbnail(imageId, 256)
  return (
    <span className={styles.thumbnail}>
      <Thumbnail state={state} src={src} label="" />
    </span>
  )
}

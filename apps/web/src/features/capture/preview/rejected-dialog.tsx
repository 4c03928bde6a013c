import { Button, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { Image, StudyId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { imageQueries } from '../../../api/records/image.ts'
import { useThumbnail } from '../../../api/use-thumbnail.ts'
import { toLanguage } from '../../../language.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import { getImageName } from '../../../ui/format/image-name.ts'
import { openModal } from '../../../ui/modals/modal-store.ts'
import styles from './dialogs.module.css'

interface RejectedProps {
  readonly studyId: StudyId
  readonly timeZone: string | undefined
  readonly onRestore: (image: Image) => void
}

function RejectedImages({ studyId, timeZone, onRestore }: RejectedProps) {
  const { t } = useTranslation()
  const { data: images = [] } = useQuery(imageQueries.rejectedOfStudy(studyId))
  if (images.length === 0) return <Text>{t('capture:rejected.none')}</Text>
  return (
    <>
      <Text className={styles.lead ?? ''}>{t('capture:rejected.text')}</Text>
      <ul className={styles.rejected}>
        {images.map((image) => (
          <RejectedImage
            key={image.id}
            image={image}
            timeZone={timeZone}
            onRestore={() => onRestore(image)}
          />
        ))}
      </ul>
    </>
  )
}

interface RejectedImageProps {
  readonly image: Image
  readonly timeZone: string | undefined
  readonly onRestore: () => void
}

function RejectedImage({ image, timeZone, onRestore }: RejectedImageProps) {
  const { t, i18n } = useTranslation()
  const { state, src } = useThumbnail(image.id, 256)
  const name = getImageName(t, image, toLanguage(i18n.language))
  return (
    <li>
      <Thumbnail state={state} src={src} label="" size={96} />
      <span>
        <b>{name}</b>
        <span>{formatDateTime(image.createdOn, timeZone)}</span>
      </span>
      <Button
        className={styles.restore ?? ''}
        variant="default"
        leftSection={<Icon icon={IconArrowBackUp} size="lg" />}
        aria-label={t('capture:rejected.restoreNamed', { name })}
        onClick={onRestore}
      >
        {t('capture:rejected.restore')}
      </Button>
    </li>
  )
}

/** Lists the rejected images of the study; each rejection can be taken back. */
export function openRejectedDialog(props: RejectedProps) {
  openModal({
    title: i18next.t('capture:rejected.title'),
    size: 560,
    body: <RejectedImages {...props} />,
  })
}

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ImageId, ReplacedInstance } from '@talus/contract'
import { can } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callForFile } from '../../../api/call.ts'
import { imageQueries } from '../../../api/records/image.ts'
import { saveFile } from '../../../api/save-file.ts'
import { useActor } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import styles from '../forms.module.css'

interface ImageHistoryProps {
  readonly imageId: ImageId | undefined
  readonly timeZone: string
}

/** The objects that an image had before corrections; nothing if it was never corrected. */
export function ImageHistory({ imageId, timeZone }: ImageHistoryProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const { data = [] } = useQuery(imageQueries.history(imageId))
  const download = useMutation({
    mutationFn: ({ id, sopInstanceUID }: { id: ImageId; sopInstanceUID: string }) =>
      callForFile(routes.image.replaced, { params: { id, sopInstanceUID } }),
    onSuccess: (file, { sopInstanceUID }) => {
      const name = `${sopInstanceUID}.dcm`
      saveFile(file, name)
      toast.savedFile(t('imageForms:history.saved', { name }))
    },
  })
  if (imageId === undefined || data.length === 0) return null
  const describe = ({ replacedOn, username, reason }: ReplacedInstance) =>
    t(`imageForms:history.${reason}`, {
      date: formatDateTime(replacedOn, timeZone),
      user: username,
    })
  return (
    <section>
      <h3 className={styles.historyTitle}>{t('imageForms:history.title')}</h3>
      <ul className={styles.lines} aria-label={t('imageForms:history.title')}>
        {data.map((one) => (
          <li key={one.sopInstanceUID} className={styles.historyLine}>
            <span>{describe(one)}</span>
            {one.hasFile && can(actor, 'image.dicom-forms') ? (
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<Icon icon={IconDownload} />}
                onClick={() => download.mutate({ id: imageId, sopInstanceUID: one.sopInstanceUID })}
              >
                {t('imageForms:history.download')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

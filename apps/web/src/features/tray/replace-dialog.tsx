import type { ImageId, TrayGroup } from '@talus/contract'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { trayMutations } from '../../api/records/tray.ts'
import { useThumbnail } from '../../api/use-thumbnail.ts'
import { Thumbnail } from '../../ui/display/thumbnail.tsx'
import { ActionForm } from '../../ui/form/action-form.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { modals } from '../../ui/modals/modal-store.ts'
import { TrayThumbnail } from './tray-thumbnail.tsx'
import type { ShowDone } from './undo-decision.ts'
import { useDecision } from './use-decision.ts'
import styles from './tray.module.css'

interface ReplaceProps {
  readonly group: TrayGroup
  readonly timeZone: string
  readonly showDone: ShowDone
}

export function openReplaceDialog(props: ReplaceProps) {
  const id = modals.open({
    title: i18next.t('tray:replace.title'),
    size: 560,
    body: <ReplaceDialog {...props} onClose={() => id !== undefined && modals.close(id)} />,
  })
}

/** Shows which picture replaces which: several of one image may wait. */
function ReplaceDialog({
  group,
  timeZone,
  showDone,
  onClose,
}: ReplaceProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { entryIds, shownIds, record, others, receivedOn } = group
  const decide = useRecordMutation(trayMutations.decide)
  const action = useDecision(async () => {
    const { decidedOn } = await decide({ body: { entryIds, decision: 'replace' } })
    showDone(t('tray:done.replace'), { entryIds, decidedOn })
    onClose()
  })
  return (
    <ActionForm
      label={t('tray:replace.title')}
      actionLabel={t('tray:replace.act')}
      reason={undefined}
      {...action}
      onCancel={onClose}
    >
      <p className={styles.dialogText}>{t('tray:replace.text')}</p>
      <div className={styles.replaced}>
        <figure className={styles.figure}>
          <figcaption>{t('tray:imageOnFile')}</figcaption>
          {record?.imageId ? <ImageOnFile imageId={record.imageId} /> : null}
        </figure>
        <figure className={styles.figure}>
          <figcaption>
            {t('tray:replace.by', { date: formatDateTime(receivedOn, timeZone) })}
          </figcaption>
          <TrayThumbnail id={shownIds[0]} label={t('tray:arrivedImages')} />
        </figure>
      </div>
      {entryIds.length > 1 ? (
        <p className={styles.dialogText}>{t('tray:replace.each', { count: entryIds.length })}</p>
      ) : null}
      {others > 0 ? (
        <p className={styles.dialogText}>{t('tray:replace.others', { count: others })}</p>
      ) : null}
    </ActionForm>
  )
}

function ImageOnFile({ imageId }: { readonly imageId: ImageId }) {
  const { t } = useTranslation()
  const { state, src } = useThumbnail(imageId, 512)
  return <Thumbnail state={state} src={src} label={t('tray:imageOnFile')} />
}

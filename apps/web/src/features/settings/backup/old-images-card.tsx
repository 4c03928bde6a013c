import { useQuery } from '@tanstack/react-query'
import type { OldImages, SecondStoreState } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { backupQueries } from '../../../api/records/backup.ts'
import { toLanguage } from '../../../language.ts'
import { formatFileSize } from '../../../ui/format/quantities.ts'
import { Facts } from '../../../ui/layout/page-frame.tsx'
import { QueryCard } from '../query-card.tsx'
import { useStoreText } from './backup-facts.tsx'
import { isWindowsPath } from './restore-commands.ts'
import { SettingLine } from './setting-line.tsx'
import styles from './backup.module.css'

interface OldImagesCardProps {
  readonly store: SecondStoreState | null
  /** A path on the computer of the server. */
  readonly dataFolder: string
}

/** Shows whether images of former years are moved and compressed, what it saves, and how to do so. */
export function OldImagesCard({ store, dataFolder }: OldImagesCardProps) {
  const { t } = useTranslation()
  const query = useQuery(backupQueries.oldImages())
  return (
    <QueryCard title={t('backup:oldImages.title')} text={t('backup:oldImages.text')} query={query}>
      {(data) => (
        <div className={styles.body}>
          <OldImagesFacts data={data} store={store} />
          <HowToSwitchOn
            data={data}
            // A store that has images and is no longer set has a warning of its own.
            isMoveOffered={data.moveAfterMonths === null && store === null}
            isWindows={isWindowsPath(dataFolder)}
          />
        </div>
      )}
    </QueryCard>
  )
}

function OldImagesFacts({
  data,
  store,
}: { readonly data: OldImages } & Pick<OldImagesCardProps, 'store'>) {
  const { t, i18n } = useTranslation()
  const toStoreText = useStoreText()
  const language = toLanguage(i18n.language)
  const { moveAfterMonths, compressAfterDays, compressed } = data
  const moveText =
    moveAfterMonths === null
      ? undefined
      : t('backup:oldImages.moveAfter', { count: moveAfterMonths })
  const compressText =
    compressAfterDays === null
      ? t('backup:oldImages.compressOff')
      : compressAfterDays === 0
        ? t('backup:oldImages.compressAtOnce')
        : t('backup:oldImages.compressAfter', { count: compressAfterDays })
  const savedText =
    compressed.images > 0
      ? t('backup:oldImages.compressed', {
          count: compressed.images,
          before: formatFileSize(compressed.formerBytes, language),
          after: formatFileSize(compressed.bytes, language),
        })
      : compressAfterDays === null
        ? undefined
        : t('backup:oldImages.compressedNone')
  const join = (...lines: readonly (string | undefined)[]) =>
    lines.filter((line) => line !== undefined).join('\n')
  return (
    <Facts
      facts={[
        [
          t('backup:oldImages.move'),
          store === null && moveText === undefined
            ? t('backup:oldImages.moveOff')
            : join(moveText, store === null ? undefined : toStoreText(store)),
        ],
        [t('backup:oldImages.compress'), join(compressText, savedText)],
      ]}
    />
  )
}

interface HowToSwitchOnProps {
  readonly data: OldImages
  readonly isMoveOffered: boolean
  readonly isWindows: boolean
}

/** The lines of `.env`: the person who mounts a NAS also edits that file. */
function HowToSwitchOn({ data, isMoveOffered, isWindows }: HowToSwitchOnProps) {
  const { t } = useTranslation()
  if (!isMoveOffered && data.compressAfterDays !== null) return null
  const folder = t(`backup:oldImages.${isWindows ? 'exampleDrive' : 'exampleFolder'}`)
  return (
    <div className={styles.how}>
      <p className={styles.note}>{t('backup:oldImages.how')}</p>
      {isMoveOffered ? (
        <div>
          {t('backup:oldImages.howMove')}
          <SettingLine text={`SECOND_STORE=${folder}`} what={t('backup:oldImages.line')} />
        </div>
      ) : null}
      {data.compressAfterDays === null ? (
        <div>
          {t('backup:oldImages.howCompress')}
          <SettingLine text="COMPRESS_AFTER_DAYS=365" what={t('backup:oldImages.line')} />
        </div>
      ) : null}
    </div>
  )
}

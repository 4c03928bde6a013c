import { Button, Checkbox, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import {
  xrayLogDefaultTags,
  xrayLogExposureTags,
  xrayLogStudyTags,
  xrayLogTags,
} from '@talus/contract'
import type { XrayLogTag } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callForFile } from '../../../api/call.ts'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { saveFile } from '../../../api/save-file.ts'
import { persistentStorage } from '../../../browser-storage.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { openModal } from '../../../ui/modals/modal-store.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { DayRange } from '../day-fields.tsx'
import { XrayLogPreview } from './xray-log-preview.tsx'
import { toLogPath } from './xray-log.queries.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './xray-log.module.css'

export interface XrayLogOptions {
  readonly clinic: SelectedClinic
  readonly days: DayRange
}

export const openXrayLogDialog = (t: TFunction, options: XrayLogOptions) =>
  openModal({
    title: t('xrayLog:title'),
    size: 980,
    body: <XrayLogDialog {...options} />,
  })

/**
 * The chosen columns are stored on this computer, because a clinic needs the same log every month.
 */
const storageKey = 'xray-log-columns'
const readStoredTags = (): readonly XrayLogTag[] => {
  const stored = (persistentStorage.read(storageKey) ?? '').split(',')
  const tags = xrayLogTags.filter((tag) => stored.includes(tag))
  return tags.length > 0 ? tags : xrayLogDefaultTags
}

const groups = [
  ['study', xrayLogStudyTags],
  ['exposure', xrayLogExposureTags],
] as const

function XrayLogDialog({ clinic, days }: XrayLogOptions) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(readStoredTags)
  // Kept in the order of the list, whatever the order of the ticks.
  const tags = xrayLogTags.filter((tag) => chosen.includes(tag))
  const choose = (next: readonly XrayLogTag[]) => {
    setChosen(next)
    persistentStorage.write(storageKey, next.join(','))
  }
  const download = useMutation({
    mutationFn: () =>
      callForFile(routes.study.xrayLog, {
        params: toLogPath(clinic.id, days),
        query: { tags: tags.join(',') },
      }),
    onSuccess: (file) => {
      const name = `${t('xrayLog:fileName')} ${days.dateFrom} ${days.dateTo}`.trim()
      saveFile(file, `${name}.csv`)
      toast.savedFile(t('xrayLog:saved', { name: `${name}.csv` }))
    },
  })
  return (
    <div className={styles.dialog}>
      <p className={styles.text}>{t('xrayLog:text', { clinic: clinic.name })}</p>
      {groups.map(([group, all]) => (
        <fieldset key={group} className={styles.group}>
          <legend>
            {t(`xrayLog:group.${group}`)}
            <span className={styles.all}>
              <Button size="compact-xs" variant="subtle" onClick={() => choose([...tags, ...all])}>
                {t('xrayLog:all')}
              </Button>
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => choose(tags.filter((tag) => !isIn(all, tag)))}
              >
                {t('xrayLog:none')}
              </Button>
            </span>
          </legend>
          <div className={styles.columns}>
            {all.map((tag) => (
              <Checkbox
                key={tag}
                label={t(`xrayLog:column.${tag}`)}
                checked={tags.includes(tag)}
                onChange={(event) =>
                  choose(
                    event.currentTarget.checked
                      ? [...tags, tag]
                      : tags.filter((other) => other !== tag),
                  )
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
      <XrayLogPreview clinicId={clinic.id} days={days} tags={tags} />
      <Group justify="flex-end">
        <ExplainedButton
          leftSection={<Icon icon={IconDownload} />}
          loading={download.isPending}
          reason={tags.length === 0 ? t('xrayLog:noColumns') : undefined}
          onClick={() => download.mutate()}
        >
          {t('xrayLog:download')}
        </ExplainedButton>
      </Group>
    </div>
  )
}

const isIn = (list: readonly XrayLogTag[], tag: XrayLogTag) => list.includes(tag)

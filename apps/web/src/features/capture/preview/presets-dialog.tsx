import { Button, Loader, Text, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Image, ProcessingPreset } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callForFile, getErrorMessage } from '../../../api/call.ts'
import { getImageFilesKey } from '../../../api/records/keys.ts'
import { useImageFile } from '../../../api/use-thumbnail.ts'
import { toLanguage } from '../../../language.ts'
import { getImageName } from '../../../ui/format/image-name.ts'
import { modals, openModal } from '../../../ui/modals/modal-store.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './dialogs.module.css'

const initialCount = 4

interface PresetsProps {
  readonly image: Image
  readonly onDone: (image: Image) => void
}

function Presets({ image, onDone }: PresetsProps) {
  const { t } = useTranslation()
  const presets = useQuery({
    queryKey: ['image-presets', image.id],
    queryFn: ({ signal }) => call(routes.image.presets, { params: { id: image.id } }, { signal }),
    meta: { showsOwnError: true },
  })
  const change = useMutation({
    mutationFn: ({ id }: ProcessingPreset) =>
      call(routes.image.reprocess, { params: { id: image.id }, body: { preset: id } }),
    onSuccess: (changed, { name }) => {
      toast.done(t('capture:presets.done', { preset: name }))
      onDone(changed)
    },
    onError: (error) => modals.showError(getErrorMessage(error)),
    meta: { makesStale: [getImageFilesKey(image.id)], showsOwnError: true },
  })
  const [isAll, setAll] = useState(false)
  if (presets.isError) return <ErrorNote text={t('capture:presets.failed')} />
  if (!presets.data) return <Loader />
  // Each preview requires the server to process the whole image: only the best fitting presets are
  // shown at first, the others on request.
  const shown = isAll
    ? presets.data
    : presets.data.filter(({ id }, index) => index < initialCount || id === image.preset)
  return (
    <>
      <Text className={styles.lead ?? ''}>{t('capture:presets.text')}</Text>
      <div className={styles.presets}>
        {shown.map((preset) => (
          <PresetButton
            key={preset.id}
            image={image}
            preset={preset}
            isBusy={change.isPending && change.variables.id === preset.id}
            onChoose={() => {
              if (preset.id !== image.preset && !change.isPending) change.mutate(preset)
            }}
          />
        ))}
      </div>
      {shown.length < presets.data.length ? (
        <Button className={styles.morePresets ?? ''} variant="default" onClick={() => setAll(true)}>
          {t('capture:presets.more')}
        </Button>
      ) : null}
    </>
  )
}

interface PresetButtonProps {
  readonly image: Image
  readonly preset: ProcessingPreset
  readonly isBusy: boolean
  readonly onChoose: () => void
}

function PresetButton({ image, preset, isBusy, onChoose }: PresetButtonProps) {
  const { t } = useTranslation()
  const isCurrent = preset.id === image.preset
  const request = { params: { id: image.id, preset: preset.id } }
  const { state, src } = useImageFile(['image-look-files', image.id, preset.id], (settings) =>
    callForFile(routes.image.presetPreview, request, settings),
  )
  return (
    <UnstyledButton
      className={styles.preset}
      aria-pressed={isCurrent}
      // The current preset has no action: a press on it changes nothing.
      aria-label={isCurrent ? undefined : t('capture:presets.choose', { preset: preset.name })}
      onClick={onChoose}
    >
      <Thumbnail state={state} src={src} label="" />
      <span className={styles.presetName}>
        {preset.name}{' '}
        {isBusy ? <Loader size={16} aria-label={t('capture:presets.loading')} /> : null}
        {isCurrent ? (
          <span className={styles.current}>
            <Icon icon={IconCheck} size="sm" />
            {t('capture:presets.current')}
          </span>
        ) : null}
      </span>
    </UnstyledButton>
  )
}

/** Shows the image with every processing preset side by side; a press on one applies it. */
export function openPresetsDialog(image: Image, onProcessed: (image: Image) => void) {
  const name = getImageName(i18next.t, image, toLanguage(i18next.language))
  const id = openModal({
    title: i18next.t('capture:presets.title', { name }),
    size: 1160,
    body: (
      <Presets
        image={image}
        onDone={(changed) => {
          if (id !== undefined) modals.close(id)
          onProcessed(changed)
        }}
      />
    ),
  })
}

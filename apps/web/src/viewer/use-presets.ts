import { useTranslation } from 'react-i18next'
import type { Picture } from './engine/pictures.ts'
import { presetsOf } from './engine/presets.ts'
import type { WindowPreset } from './panels/toolbar/toolbar-props.ts'

/** The windows to choose from for an image; they need its numbers. */
export function usePresets(
  { metadata, pixels }: Picture,
  bodyPart: string,
): readonly WindowPreset[] {
  const { t } = useTranslation()
  if (!metadata?.display || pixels?.kind !== 'grey')
    return [{ name: t('viewer:preset.file'), window: null }]
  return presetsOf(metadata.display, pixels, bodyPart).map((preset) => ({
    name: preset.kind === 'named' ? preset.name : t(`viewer:preset.${preset.kind}`),
    window: preset.window,
  }))
}

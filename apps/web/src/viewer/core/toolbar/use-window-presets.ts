import { useTranslation } from 'react-i18next'
import type { LoadedImage } from '../loading/image-cache.ts'
import { listWindowPresets } from '../rendering/window-presets.ts'
import type { PresetOption } from './toolbar-props.ts'

/** Window presets of an image; all except that of the file need its pixel data. */
export function useWindowPresets(
  { metadata, pixels }: LoadedImage,
  bodyPart: string,
): readonly PresetOption[] {
  const { t } = useTranslation()
  if (!metadata?.display || pixels?.kind !== 'grey')
    return [{ name: t('viewer:preset.file'), window: null }]
  return listWindowPresets(metadata.display, pixels, bodyPart).map((preset) => ({
    name: preset.kind === 'named' ? preset.name : t(`viewer:preset.${preset.kind}`),
    window: preset.window,
  }))
}

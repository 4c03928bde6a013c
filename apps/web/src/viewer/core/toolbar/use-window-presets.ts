import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { LoadedImage } from '../loading/image-cache.ts'
import { listWindowPresets } from '../rendering/window-presets.ts'
import type { WindowPreset } from '../rendering/window-presets.ts'
import type { PresetOption } from './toolbar-props.ts'

/** Windows and VOI LUTs of the file have the names of the manufacturer, or else a number. */
function nameWindowPreset(t: TFunction, preset: WindowPreset): Omit<PresetOption, 'window'> {
  switch (preset.kind) {
    case 'file':
      return { name: t('viewer:preset.file'), note: preset.name || undefined }
    case 'named':
    case 'table': {
      const { kind, name, number } = preset
      const source = t(`viewer:preset.${kind}`, { number })
      return name === '' ? { name: source } : { name, note: source }
    }
    default:
      return { name: t(`viewer:preset.${preset.kind}`) }
  }
}

/** Window presets of an image; all except that of the file need its pixel data. */
export function useWindowPresets(
  { metadata, pixels }: LoadedImage,
  bodyPart: string,
): readonly PresetOption[] {
  const { t } = useTranslation()
  if (!metadata?.display || pixels?.kind !== 'grey')
    return [{ name: t('viewer:preset.file'), window: null }]
  return listWindowPresets(metadata.display, pixels, bodyPart).map((preset) => ({
    ...nameWindowPreset(t, preset),
    window: preset.window,
  }))
}
